/// Encodes pixels as sixels: bands of six rows, each with a line for every color of a cube of 216 colors.
enum SixelEncoder {
    /// Encodes an image, stretched to a size in pixels.
    static func text(of image: Image, _ size: Size) -> String {
        let image = image.scaled(to: size)
        guard size.width > 0, size.height > 0, image.pixels != nil else { return "" }
        // Declare the size, and leave pixels that aren't set unchanged.
        var text = "\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)"
        var declared: Set<Int> = []
        for top in stride(from: 0, to: size.height, by: 6) {
            var lines: [Int: [UInt8]] = [:]
            for y in top..<min(top + 6, size.height) {
                for x in 0..<size.width {
                    guard
                        let pixel = image.pixel(x * image.width / size.width, y * image.height / size.height)
                    else { continue }
                    let color = color(pixel, x, y)
                    lines[color, default: [UInt8](repeating: 0, count: size.width)][x] |= 1 << UInt8(y - top)
                }
            }
            for (color, line) in lines.sorted(by: { $0.key < $1.key }) {
                if declared.insert(color).inserted {
                    text += "#\(color);2;\(color / 36 * 20);\(color / 6 % 6 * 20);\(color % 6 * 20)"
                }
                text += "#\(color)" + packed(line) + "$"
            }
            text += "-"
        }
        return text + "\u{1B}\\"
    }

    /// The thresholds for ordered dithering. Each one is added to the pixels at one position of a 2×2 square, so that
    /// the square shows intermediate colors.
    private static let thresholds = [6, 38, 44, 19]

    private static func color(_ pixel: Image.Pixel, _ x: Int, _ y: Int) -> Int {
        let shift = thresholds[y % 2 * 2 + x % 2]
        func step(_ value: UInt8) -> Int { min(5, (Int(value) + shift) / 51) }
        return step(pixel.red) * 36 + step(pixel.green) * 6 + step(pixel.blue)
    }

    /// Returns a line with run-length encoding.
    private static func packed(_ line: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < line.count {
            let end = line[start...].firstIndex { $0 != line[start] } ?? line.count
            let sign = String(UnicodeScalar(line[start] + 63))
            text += end - start > 3 ? "!\(end - start)\(sign)" : String(repeating: sign, count: end - start)
            start = end
        }
        return text
    }
}
