/// Decodes baseline JPEG files (ITU T.81), the kind that most cameras write: gray or YCbCr, eight bits per sample,
/// any subsampling. Progressive and arithmetic-coded files aren't supported.
struct JPEGDecoder {
    private struct Component {
        var id: UInt8
        var across: Int
        var down: Int
        var quantization: Int
        var directTable = 0
        var alternateTable = 0
        var stride = 0
        var samples: [UInt8] = []
        var last = 0
    }

    private struct Huffman {
        var counts: [Int]
        var symbols: [UInt8]
    }

    private let file: [UInt8]
    private var width = 0
    private var height = 0
    private var components: [Component] = []
    private var quantizations = [[Int]](repeating: [Int](repeating: 1, count: 64), count: 4)
    private var direct = [Huffman?](repeating: nil, count: 4)
    private var alternate = [Huffman?](repeating: nil, count: 4)
    private var restartInterval = 0
    private var place = 2
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// Returns the pixels, row by row, or `nil` if the file can't be decoded.
    static func pixels(of file: [UInt8]) -> [Image.Pixel]? {
        var decoder = JPEGDecoder(file)
        return decoder.readSegments() ? decoder.pixels() : nil
    }

    private init(_ file: [UInt8]) { self.file = file }

    private mutating func readSegments() -> Bool {
        while place + 4 <= file.count {
            guard file[place] == 0xFF else { return false }
            let marker = file[place + 1]
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD7).contains(marker) {
                place += marker == 0xFF ? 1 : 2
                continue
            }
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length >= 2, place + 2 + length <= file.count else { return false }
            let data = file[place + 4..<place + 2 + length]
            place += 2 + length
            switch marker {
            case 0xC0, 0xC1: guard readFrame(Array(data)) else { return false }
            case 0xC2...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return false
            case 0xC4: guard readHuffman(Array(data)) else { return false }
            case 0xDB: guard readQuantization(Array(data)) else { return false }
            case 0xDD where data.count >= 2:
                restartInterval = Int(data[data.startIndex]) << 8 | Int(data[data.startIndex + 1])
            case 0xDA: return readScan(Array(data))
            case 0xD9: return false
            default: break
            }
        }
        return false
    }

    private mutating func readFrame(_ data: [UInt8]) -> Bool {
        guard data.count >= 6, data[0] == 8 else { return false }
        height = Int(data[1]) << 8 | Int(data[2])
        width = Int(data[3]) << 8 | Int(data[4])
        let count = Int(data[5])
        guard width > 0, height > 0, width * height <= Image.mostPixels, count == 1 || count == 3,
            data.count >= 6 + 3 * count
        else { return false }
        components = (0..<count).map { index in
            let start = 6 + 3 * index
            return Component(
                id: data[start], across: Int(data[start + 1] >> 4), down: Int(data[start + 1] & 15),
                quantization: Int(data[start + 2] & 3))
        }
        // A single component isn't interleaved, so its sampling factors have no effect.
        if count == 1 { (components[0].across, components[0].down) = (1, 1) }
        return components.allSatisfy { (1...4).contains($0.across) && (1...4).contains($0.down) }
    }

    private mutating func readQuantization(_ data: [UInt8]) -> Bool {
        var rest = data[...]
        while let head = rest.popFirst() {
            let bytes = head >> 4 == 0 ? 1 : 2
            guard rest.count >= 64 * bytes else { return false }
            let start = rest.startIndex
            quantizations[Int(head & 3)] = (0..<64).map { index in
                bytes == 1
                    ? Int(rest[start + index])
                    : Int(rest[start + index * 2]) << 8 | Int(rest[start + index * 2 + 1])
            }
            rest = rest.dropFirst(64 * bytes)
        }
        return true
    }

    private mutating func readHuffman(_ data: [UInt8]) -> Bool {
        var rest = data[...]
        while let head = rest.popFirst() {
            guard rest.count >= 16 else { return false }
            let counts = [0] + rest.prefix(16).map(Int.init)
            rest = rest.dropFirst(16)
            let total = counts.reduce(0, +)
            guard total <= 256, rest.count >= total else { return false }
            let table = Huffman(counts: counts, symbols: Array(rest.prefix(total)))
            rest = rest.dropFirst(total)
            if head >> 4 == 0 { direct[Int(head & 3)] = table } else { alternate[Int(head & 3)] = table }
        }
        return true
    }

    // MARK: Bits

    private mutating func bit() -> Int? {
        if bitCount == 0 {
            guard place < file.count else { return nil }
            let byte = file[place]
            if byte == 0xFF {
                // 0xFF begins a marker, which ends the data, unless a zero follows.
                guard place + 1 < file.count, file[place + 1] == 0 else { return nil }
                place += 1
            }
            place += 1
            (bits, bitCount) = (UInt32(byte), 8)
        }
        bitCount -= 1
        return Int(bits >> UInt32(bitCount) & 1)
    }

    private mutating func symbol(_ table: Huffman) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...16 {
            guard let bit = bit() else { return nil }
            code = code << 1 | bit
            let count = table.counts[length]
            if code - first < count {
                let place = index + code - first
                return table.symbols.indices.contains(place) ? Int(table.symbols[place]) : nil
            }
            index += count
            first = (first + count) << 1
        }
        return nil
    }

    /// Reads a number with this many bits. It is negative if the first bit is 0.
    private mutating func number(_ size: Int) -> Int? {
        guard size <= 15 else { return nil }
        var value = 0
        for _ in 0..<size {
            guard let bit = bit() else { return nil }
            value = value << 1 | bit
        }
        return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value
    }

    // MARK: The scan

    private mutating func readScan(_ head: [UInt8]) -> Bool {
        guard let count = head.first.map(Int.init), count == components.count, head.count >= 1 + 2 * count
        else {
            return false
        }
        for index in 0..<count {
            guard let found = components.firstIndex(where: { $0.id == head[1 + 2 * index] }) else {
                return false
            }
            components[found].directTable = Int(head[2 + 2 * index] >> 4 & 3)
            components[found].alternateTable = Int(head[2 + 2 * index] & 3)
        }
        let across = components.map(\.across).max() ?? 1
        let down = components.map(\.down).max() ?? 1
        let columns = (width + 8 * across - 1) / (8 * across)
        let rows = (height + 8 * down - 1) / (8 * down)
        for index in components.indices {
            let (stride, lines) = (columns * components[index].across * 8, rows * components[index].down * 8)
            components[index].stride = stride
            components[index].samples = [UInt8](repeating: 128, count: stride * lines)
        }
        for unit in 0..<columns * rows {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 { restart() }
            for index in components.indices {
                for block in 0..<components[index].across * components[index].down {
                    let x = unit % columns * components[index].across + block % components[index].across
                    let y = unit / columns * components[index].down + block / components[index].across
                    // The missing rest of a truncated file stays gray, so that the beginning is visible.
                    guard readBlock(index, x * 8, y * 8) else { return unit > 0 }
                }
            }
        }
        return true
    }

    private mutating func restart() {
        (bits, bitCount) = (0, 0)
        while place + 1 < file.count, !(file[place] == 0xFF && (0xD0...0xD7).contains(file[place + 1])) {
            if file[place] == 0xFF, file[place + 1] == 0xD9 { return }
            place += 1
        }
        place += 2
        for index in components.indices { components[index].last = 0 }
    }

    private static let zigzag = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,
        7, 14, 21,
        28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
        53, 60, 61,
        54, 47, 55, 62, 63,
    ]

    private mutating func readBlock(_ index: Int, _ x: Int, _ y: Int) -> Bool {
        let component = components[index]
        guard let direct = direct[component.directTable], let alternate = alternate[component.alternateTable],
            let size = symbol(direct), let difference = number(size)
        else { return false }
        var values = [Float](repeating: 0, count: 64)
        let last = component.last &+ difference
        components[index].last = last
        let scale = quantizations[component.quantization]
        values[0] = Float(last) * Float(scale[0])
        var place = 1
        while place < 64 {
            guard let code = symbol(alternate) else { return false }
            let (zeros, size) = (code >> 4, code & 15)
            if size == 0 {
                if zeros < 15 { break }
                place += 16
                continue
            }
            place += zeros
            guard place < 64, let value = number(size) else { return false }
            values[JPEGDecoder.zigzag[place]] = Float(value) * Float(scale[place])
            place += 1
        }
        JPEGDecoder.transform(&values)
        for row in 0..<8 {
            let start = (y + row) * component.stride + x
            for column in 0..<8 {
                let value = values[row * 8 + column] + 128.5
                components[index].samples[start + column] = UInt8(max(0, min(255, value)))
            }
        }
        return true
    }

    /// The cosines of the inverse transform, `waves[place * 8 + frequency]`, with a smaller weight for the first
    /// frequency. They are computed as a power series, so that no math library is needed.
    private static let waves: [Float] = (0..<64).map { index in
        let (place, frequency) = (index / 8, index % 8)
        let angle = Double((2 * place + 1) * frequency % 32) * 3.14159265358979323846 / 16
        return Float(cosine(angle) * (frequency == 0 ? 0.35355339059327373 : 0.5))
    }

    private static func cosine(_ angle: Double) -> Double {
        // Move the angle near zero, where a few terms are precise enough.
        let small = angle > 3.14159265358979323846 ? angle - 2 * 3.14159265358979323846 : angle
        var (term, sum) = (1.0, 1.0)
        for step in 1...14 {
            term *= -small * small / Double((2 * step - 1) * 2 * step)
            sum += term
        }
        return sum
    }

    /// Applies the inverse cosine transform, first to the rows and then to the columns.
    private static func transform(_ values: inout [Float]) {
        var half = [Float](repeating: 0, count: 64)
        for row in 0..<8 {
            for place in 0..<8 {
                var sum: Float = 0
                for frequency in 0..<8 { sum += values[row * 8 + frequency] * waves[place * 8 + frequency] }
                half[row * 8 + place] = sum
            }
        }
        for column in 0..<8 {
            for place in 0..<8 {
                var sum: Float = 0
                for frequency in 0..<8 { sum += half[frequency * 8 + column] * waves[place * 8 + frequency] }
                values[place * 8 + column] = sum
            }
        }
    }

    // MARK: Colors

    private func pixels() -> [Image.Pixel]? {
        guard let luma = components.first else { return nil }
        let across = components.map(\.across).max() ?? 1
        let down = components.map(\.down).max() ?? 1
        var pixels: [Image.Pixel] = []
        pixels.reserveCapacity(width * height)
        func sample(_ component: Component, _ x: Int, _ y: Int) -> Float {
            let (column, row) = (x * component.across / across, y * component.down / down)
            return Float(component.samples[row * component.stride + column])
        }
        func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
        for y in 0..<height {
            for x in 0..<width {
                let light = sample(luma, x, y)
                guard components.count == 3 else {
                    let gray = byte(light)
                    pixels.append(Image.Pixel(red: gray, green: gray, blue: gray))
                    continue
                }
                let (blue, red) = (sample(components[1], x, y) - 128, sample(components[2], x, y) - 128)
                pixels.append(
                    Image.Pixel(
                        red: byte(light + 1.402 * red), green: byte(light - 0.344136 * blue - 0.714136 * red),
                        blue: byte(light + 1.772 * blue)))
            }
        }
        return pixels
    }
}
