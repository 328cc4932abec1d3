extension QRSymbol {
    /// The number of modules per side of a drawing, including the quiet zone.
    package var drawnSize: Int { size + 2 * QRSymbol.quietZone }

    /// Whether a module of a drawing is dark. Coordinates include the quiet zone.
    package func isDark(drawnX x: Int, y: Int) -> Bool {
        self[x - QRSymbol.quietZone, y - QRSymbol.quietZone]
    }

    /// The dark modules as the `d` attribute of an SVG `path`, for a `viewBox` of ``drawnSize`` units per side.
    package var svgPath: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while self[x, y] { x += 1 }
                let zone = QRSymbol.quietZone
                if x > start { path += "M\(start + zone) \(y + zone)h\(x - start)v1h\(start - x)z" }
                x += 1
            }
        }
        return path
    }

    /// Generates a black-and-white image in the portable bitmap format (PBM), which most image programs can read.
    ///
    /// - Parameter scale: The number of pixels per side of a module, at least one.
    /// - Returns: The contents of the file.
    func bitmap(scale: Int = 4) -> [UInt8] {
        let scale = max(scale, 1)
        let width = drawnSize * scale
        var bytes = Array("P4\n\(width) \(width)\n".utf8)
        for y in 0..<drawnSize {
            var row = Array(repeating: 0 as UInt8, count: (width + 7) / 8)
            for x in 0..<size where self[x, y - QRSymbol.quietZone] {
                let start = (x + QRSymbol.quietZone) * scale
                for pixel in start..<start + scale { row[pixel / 8] |= 0x80 >> UInt8(pixel % 8) }
            }
            for _ in 0..<scale { bytes += row }
        }
        return bytes
    }
}
