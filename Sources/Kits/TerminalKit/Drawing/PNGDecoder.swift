/// Decodes PNG files of every color type and depth, including interlaced ones. Transparent pixels are blended with
/// black.
struct PNGDecoder {
    private var width = 0
    private var height = 0
    private var depth = 0
    private var colorType = 0
    private var isInterlaced = false
    private var palette: [Image.Pixel] = []
    private var alphas: [UInt8] = []
    private var packed: [UInt8] = []

    /// Returns the pixels, row by row, or `nil` if the file can't be decoded.
    static func pixels(of file: [UInt8]) -> [Image.Pixel]? {
        var decoder = PNGDecoder()
        guard decoder.readChunks(file) else { return nil }
        return decoder.unpack()
    }

    private var channels: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    private mutating func readChunks(_ file: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            guard length <= file.count - place - 12 else { return false }
            let data = file[place + 8..<place + 8 + length]
            switch kind {
            case "IHDR": guard readHead(Array(data)) else { return false }
            case "PLTE":
                let bytes = Array(data)
                palette = stride(from: 0, to: bytes.count - 2, by: 3).map {
                    Image.Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
                }
            case "tRNS": alphas = Array(data)
            case "IDAT": packed += data
            case "IEND": return width > 0
            default: break
            }
            place += length + 12
        }
        return width > 0
    }

    private mutating func readHead(_ head: [UInt8]) -> Bool {
        guard head.count >= 13 else { return false }
        width = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
        height = head[4..<8].reduce(0) { $0 << 8 | Int($1) }
        (depth, colorType, isInterlaced) = (Int(head[8]), Int(head[9]), head[12] == 1)
        guard width > 0, height > 0, width < 1 << 24, height < 1 << 24, width * height <= Image.mostPixels
        else {
            return false
        }
        return [1, 2, 4, 8, 16].contains(depth) && [0, 2, 3, 4, 6].contains(colorType)
            && (depth >= 8 || channels == 1)
    }

    /// The passes in their order in the file.
    private var passes: [Pass] {
        isInterlaced
            ? [
                Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
                Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
                Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
                Pass(x: 0, y: 1, stepX: 1, stepY: 2),
            ] : [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
    }

    /// The first pixel of a pass and the distances between its pixels.
    private struct Pass {
        var x: Int
        var y: Int
        var stepX: Int
        var stepY: Int
    }

    private func unpack() -> [Image.Pixel]? {
        let bits = channels * depth
        let most = (width * bits / 8 + 2) * height + 8 * (height + width)
        guard let data = Inflate.zlib(packed[...], limit: most) else { return nil }
        var pixels = [Image.Pixel](repeating: Image.Pixel(red: 0, green: 0, blue: 0), count: width * height)
        var place = 0
        for pass in passes {
            let columns = (width - pass.x + pass.stepX - 1) / pass.stepX
            let rows = (height - pass.y + pass.stepY - 1) / pass.stepY
            if columns <= 0 || rows <= 0 { continue }
            let length = (columns * bits + 7) / 8
            var above = [UInt8](repeating: 0, count: length)
            for row in 0..<rows {
                guard place + length < data.count else { return nil }
                var line = Array(data[place + 1...place + length])
                guard PNGDecoder.unfilter(&line, above, data[place], step: max(1, bits / 8)) else {
                    return nil
                }
                place += length + 1
                let y = pass.y + row * pass.stepY
                for column in 0..<columns {
                    pixels[y * width + pass.x + column * pass.stepX] = pixel(line, column)
                }
                above = line
            }
        }
        return pixels
    }

    /// Adds the predicted value to each byte of a line.
    private static func unfilter(_ line: inout [UInt8], _ above: [UInt8], _ filter: UInt8, step: Int) -> Bool
    {
        guard filter <= 4 else { return false }
        if filter == 0 { return true }
        for index in line.indices {
            let left = index >= step ? Int(line[index - step]) : 0
            let up = Int(above[index])
            let corner = index >= step ? Int(above[index - step]) : 0
            let foretold: Int
            switch filter {
            case 1: foretold = left
            case 2: foretold = up
            case 3: foretold = (left + up) / 2
            default:
                let guess = left + up - corner
                let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
                foretold = a <= b && a <= c ? left : b <= c ? up : corner
            }
            line[index] = line[index] &+ UInt8(truncatingIfNeeded: foretold)
        }
        return true
    }

    private func sample(_ line: [UInt8], _ index: Int) -> Int {
        switch depth {
        case 8: return Int(line[index])
        case 16: return Int(line[index * 2])
        default:
            let place = index * depth
            return Int(line[place / 8]) >> (8 - depth - place % 8) & (1 << depth - 1)
        }
    }

    private func pixel(_ line: [UInt8], _ column: Int) -> Image.Pixel {
        let first = column * channels
        let value = sample(line, first)
        switch colorType {
        case 3:
            let alpha = value < alphas.count ? alphas[value] : 255
            return palette.indices.contains(value)
                ? PNGDecoder.onBlack(palette[value], alpha) : Image.Pixel(red: 0, green: 0, blue: 0)
        case 2, 6:
            let color = Image.Pixel(
                red: UInt8(value), green: UInt8(sample(line, first + 1)), blue: UInt8(sample(line, first + 2))
            )
            return colorType == 2 ? color : PNGDecoder.onBlack(color, UInt8(sample(line, first + 3)))
        default:
            let gray = UInt8(depth >= 8 ? value : value * 255 / (1 << depth - 1))
            let color = Image.Pixel(red: gray, green: gray, blue: gray)
            return colorType == 0 ? color : PNGDecoder.onBlack(color, UInt8(sample(line, first + 1)))
        }
    }

    private static func onBlack(_ color: Image.Pixel, _ alpha: UInt8) -> Image.Pixel {
        if alpha == 255 { return color }
        func part(_ value: UInt8) -> UInt8 { UInt8(Int(value) * Int(alpha) / 255) }
        return Image.Pixel(red: part(color.red), green: part(color.green), blue: part(color.blue))
    }
}
