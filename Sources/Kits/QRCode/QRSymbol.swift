/// A QR Code symbol (ISO/IEC 18004, model 2): a square of dark and light modules.
///
/// ```swift
/// let symbol = try QRSymbol("https://loot.example/i/2f1d09ab", level: .medium)
/// for y in 0..<symbol.size {
///     print((0..<symbol.size).map { symbol[$0, y] ? "##" : "  " }.joined())
/// }
/// ```
///
/// The symbol is the smallest one that can contain the text. Readers need a margin of ``quietZone`` light modules
/// around it. The margin isn't part of the symbol; the drawing methods add it.
package struct QRSymbol: Sendable, Hashable {
    /// The number of light modules that readers need on each side.
    static let quietZone = 4

    /// The version, from 1 to 40. Each version has four more modules per side than the previous one.
    let version: Int
    /// The error correction level.
    let level: Level
    /// The mask pattern of the data, from 0 to 7. Chosen to minimize features that confuse readers.
    let mask: Int
    /// The number of modules per side, without the quiet zone.
    let size: Int
    private let modules: [UInt8]

    /// Creates the smallest symbol that contains the given text.
    ///
    /// - Parameters:
    ///   - text: The text. Text other than ASCII is encoded and declared as UTF-8 (ECI 26).
    ///   - level: The error correction level.
    ///   - version: The minimum version, from 1 to 40. Use it to create symbols of equal size for strings of
    ///     different lengths.
    /// - Throws: ``TooLong`` if the text exceeds the largest symbol.
    package init(_ text: String, level: Level = .medium, atLeast version: Int = 1) throws(TooLong) {
        try self.init(text, level, atLeast: version, mask: nil)
    }

    /// Creates a symbol with the given mask, or with the best one if `mask` is `nil`.
    init(_ text: String, _ level: Level, atLeast minimum: Int, mask: Int?) throws(TooLong) {
        let message = try Message(text, level, atLeast: minimum)
        var grid = Grid(message.version)
        grid.place(Codewords.interleaved(message.codewords, message.version, level))
        let (mask, modules) = grid.masked(level, with: mask)
        version = message.version.number
        self.level = level
        self.mask = mask
        size = grid.size
        self.modules = modules
    }

    /// Whether the module at a column and row is dark. Modules outside the symbol are light.
    subscript(x: Int, y: Int) -> Bool {
        guard x >= 0, y >= 0, x < size, y < size else { return false }
        return modules[y * size + x] == 1
    }
}
