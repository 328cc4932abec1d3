/// An image: pixels, or an image file.
public struct Image: Hashable, Sendable {
    /// A pixel.
    public struct Pixel: Hashable, Sendable {
        /// Red.
        public var red: UInt8
        /// Green.
        public var green: UInt8
        /// Blue.
        public var blue: UInt8

        /// Creates a pixel.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// The format of an image file.
    public enum Format: Hashable, Sendable, CaseIterable {
        /// PNG.
        case png
        /// JPEG.
        case jpeg
    }

    /// The name that terminals show if they can't show the image.
    let name: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The format of the file, or `nil` for pixels.
    public let format: Format?
    let pixels: [Pixel]?
    let file: [UInt8]

    /// Creates an image from pixels, row by row. Returns `nil` if their number isn't `width` × `height`.
    public init?(name: String, width: Int, height: Int, pixels: [Pixel]) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels.count == count else { return nil }
        self.name = name
        self.width = width
        self.height = height
        self.pixels = pixels
        format = nil
        file = []
    }

    /// Creates an image from the contents of a PNG or JPEG file. Returns `nil` for other contents.
    public init?(name: String, file: [UInt8]) {
        let size: Size?
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            size = Image.size(in: file, width: 16, height: 20, bytes: 4)
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            size = Image.sizeOfJPEG(file)
        } else {
            return nil
        }
        guard let size, (1..<1 << 24).contains(size.width), (1..<1 << 24).contains(size.height) else {
            return nil
        }
        self.name = name
        width = size.width
        height = size.height
        pixels = nil
        self.file = file
    }

    /// Creates a copy of an image with decoded pixels.
    init(_ other: Image, pixels: [Pixel]) {
        (name, width, height) = (other.name, other.width, other.height)
        (format, file) = (other.format, other.file)
        self.pixels = pixels
    }

    /// Returns the size of a JPEG file, from its first frame header.
    private static func sizeOfJPEG(_ file: [UInt8]) -> Size? {
        var place = 2
        while place + 4 <= file.count, file[place] == 0xFF {
            switch file[place + 1] {
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD7: place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return size(in: file, width: place + 7, height: place + 5, bytes: 2)
            case 0xD9, 0xDA: return nil
            default: place += 2 + (Int(file[place + 2]) << 8 | Int(file[place + 3]))
            }
        }
        return nil
    }

    private static func size(in file: [UInt8], width: Int, height: Int, bytes: Int) -> Size? {
        guard max(width, height) + bytes <= file.count else { return nil }
        func number(_ start: Int) -> Int { file[start..<start + bytes].reduce(0) { $0 << 8 | Int($1) } }
        return Size(width: number(width), height: number(height))
    }

    func pixel(_ x: Int, _ y: Int) -> Pixel? {
        guard let pixels, x >= 0, y >= 0, x < width, y < height else { return nil }
        return pixels[y * width + x]
    }
}
