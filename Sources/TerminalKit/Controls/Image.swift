/// A picture: pixels that are drawn as half blocks, or a PNG for terminals that draw pictures themselves.
public struct Image: Hashable, Sendable {
    /// Red, green and blue.
    public struct Pixel: Hashable, Sendable {
        /// Red.
        public var red: UInt8
        /// Green.
        public var green: UInt8
        /// Blue.
        public var blue: UInt8

        /// A colour.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// What it is called, for terminals that can't show it.
    public let name: String
    /// Columns of pixels.
    public let width: Int
    /// Rows of pixels.
    public let height: Int
    let pixels: [Pixel]?
    let png: [UInt8]?

    /// A picture of pixels, row by row; nil when their number is not `width` × `height`.
    public init?(name: String, width: Int, height: Int, pixels: [Pixel]) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels.count == count else { return nil }
        self.name = name
        self.width = width
        self.height = height
        self.pixels = pixels
        png = nil
    }

    /// A picture as PNG; nil when the bytes do not begin as those of a PNG do.
    public init?(name: String, png: [UInt8]) {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), png.count >= 24 else {
            return nil
        }
        let sizes = [16, 20].map { start in png[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard sizes[0] > 0, sizes[1] > 0, sizes[0] < 1 << 24, sizes[1] < 1 << 24 else { return nil }
        self.name = name
        width = sizes[0]
        height = sizes[1]
        pixels = nil
        self.png = png
    }

    func pixel(_ x: Int, _ y: Int) -> Pixel? {
        guard let pixels, x >= 0, y >= 0, x < width, y < height else { return nil }
        return pixels[y * width + x]
    }
}
