/// A QR Code symbol (ISO/IEC 18004, model 2): a square of dark and light modules that a camera reads as text.
///
/// ```swift
/// let symbol = try QRSymbol("https://loot.example/i/2f1d09ab", level: .medium)
/// for y in 0..<symbol.size {
///     print((0..<symbol.size).map { symbol[$0, y] ? "##" : "  " }.joined())
/// }
/// ```
///
/// The symbol is the smallest that holds the text. Around it, readers need ``quietZone`` light modules on each side,
/// which are no part of it and which everything that draws one here adds.
package struct QRSymbol: Sendable, Hashable {
    /// How many light modules readers need on each side.
    static let quietZone = 4

    /// The version: 1 to 40, each with four modules more on a side.
    let version: Int
    /// How much damage it bears.
    let level: Level
    /// The pattern over the data: 0 to 7, the one that leaves the fewest shapes which mislead readers.
    let mask: Int
    /// Modules on each side, without a quiet zone.
    let size: Int
    private let modules: [UInt8]

    /// The smallest symbol that says a text.
    ///
    /// - Parameters:
    ///   - text: any text. What is not ASCII is said as UTF-8, and the symbol says so (ECI 26).
    ///   - level: how much damage the symbol is to bear.
    ///   - version: the least version, so that symbols of texts which differ in length have one size: 1 to 40.
    /// - Throws: ``TooLong`` when no symbol holds the text.
    package init(_ text: String, level: Level = .medium, atLeast version: Int = 1) throws(TooLong) {
        try self.init(text, level, atLeast: version, mask: nil)
    }

    /// The same with a mask that is given.
    init(_ text: String, _ level: Level, atLeast least: Int, mask: Int?) throws(TooLong) {
        let message = try Message(text, level, atLeast: least)
        var grid = Grid(message.version)
        grid.place(Codewords.interleaved(message.codewords, message.version, level))
        let (mask, modules) = grid.masked(level, with: mask)
        version = message.version.number
        self.level = level
        self.mask = mask
        size = grid.size
        self.modules = modules
    }

    /// Whether the module in a column and a row is dark. What is outside is light.
    subscript(x: Int, y: Int) -> Bool {
        guard x >= 0, y >= 0, x < size, y < size else { return false }
        return modules[y * size + x] == 1
    }
}
