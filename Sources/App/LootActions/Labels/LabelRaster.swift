import QRCode

/// A black-and-white picture in the resolution of a printer.
struct LabelRaster {
    let width: Int
    let height: Int
    /// The rows from the top, each filled up to whole bytes. Black pixels are ones, beginning with the most significant
    /// bit.
    private(set) var bytes: [UInt8]

    /// The number of bytes of a row.
    var rowLength: Int { (width + 7) / 8 }

    /// Creates a white picture.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bytes = Array(repeating: 0, count: (width + 7) / 8 * height)
    }

    /// Whether a pixel is black.
    subscript(x: Int, y: Int) -> Bool { bytes[y * rowLength + x / 8] & 0x80 >> UInt8(x % 8) != 0 }

    /// Blackens a rectangle, clipped to the picture.
    private mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        for row in max(0, y)..<max(0, min(y + height, self.height), y) {
            for column in max(0, x)..<max(0, min(x + width, self.width), x) {
                bytes[row * rowLength + column / 8] |= 0x80 >> UInt8(column % 8)
            }
        }
    }

    /// Draws a QR code with its quiet zone in the center of a square.
    mutating func draw(_ symbol: QRSymbol, x: Int, y: Int, side: Int) {
        let scale = side / symbol.drawnSize
        let inset = (side - scale * symbol.drawnSize) / 2
        for row in 0..<symbol.drawnSize {
            for column in 0..<symbol.drawnSize where symbol.isDark(drawnX: column, y: row) {
                fill(x + inset + column * scale, y + inset + row * scale, scale, scale)
            }
        }
    }

    /// Draws a line of text of at most `width` pixels. Characters are narrower if it is long.
    mutating func draw(_ text: String, x: Int, baseline: Int, size: Int, width: Int, isBold: Bool) {
        if text.isEmpty { return }
        let advance = min(size * LabelFont.advance / LabelFont.height, width / text.count)
        // The last row of a character is for descenders.
        let top = baseline - size * (LabelFont.height - 1) / LabelFont.height
        func row(_ row: Int) -> Int { top + row * size / LabelFont.height }
        func edge(_ column: Int) -> Int { column * advance / LabelFont.advance }
        for (index, character) in text.enumerated() {
            let left = x + index * advance
            for (index, pixels) in LabelFont.rows(of: character).enumerated() {
                for column in 0..<LabelFont.advance where pixels & 0x80 >> UInt8(column) != 0 {
                    let (start, end) = (left + edge(column), left + edge(column + 1))
                    // Bold characters are wider by half a pixel.
                    let width = end - start + (isBold ? edge(1) / 2 : 0)
                    fill(start, row(index), width, row(index + 1) - row(index))
                }
            }
        }
    }
}
