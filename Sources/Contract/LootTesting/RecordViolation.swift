package import Testing

/// Records an issue in the current test. Outside a Swift Testing test, an issue would be lost, so the process
/// is terminated instead.
package func recordViolation(_ message: String, sourceLocation: SourceLocation) {
    guard Test.current != nil else {
        fatalError("\(message)\ncheck() works only in tests of Swift Testing. Use result(of:) elsewhere.")
    }
    Issue.record("\(message)", sourceLocation: sourceLocation)
}
