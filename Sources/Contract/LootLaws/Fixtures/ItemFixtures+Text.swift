extension ItemFixtures {
    /// Returns a random text of up to eight scalars: letters, combining marks, signs and control characters in any
    /// order.
    package static func anyText(using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 0...8, using: &generator)
        let scalars = (0..<count).map { _ in generator.pick(from: anyScalars, otherwise: "a") }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let anyScalars = Array(
        "aAbBzZ09 _,\"'\\().<>=!~^#éÉßſøÆﬁ한각가\u{301}\u{308}\u{327}\u{345}İıςΣ日𝒳👩\u{200D}\u{FE0F}\n\t\0"
            .unicodeScalars)
}
