import Basics
import Testing

@testable import QRCode

/// Compares encodings with the standard and its tables.
@Suite struct EncodingTests {
    private func data(_ text: String, _ level: QRSymbol.Level = .medium, atLeast version: Int = 1) throws
        -> [UInt8]
    {
        try Message(text, level, atLeast: version).codewords
    }

    @Test func `digits match the standard's example`() throws {
        let expected: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        #expect(try data("01234567") == expected)
        #expect(
            ReedSolomon(codewords: 10).correction(of: expected[...])
                == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
    }

    @Test func `capital letters match the standard's example`() throws {
        // 0010 000000101 00111001110 11100111001 000010, and a terminator of four bits.
        #expect(try data("AC-42").prefix(6) == [0x20, 0x29, 0xCE, 0xE7, 0x21, 0x00])
    }

    @Test func `text that isn't ASCII is marked as UTF-8`() throws {
        // 0111 00011010, 0100 00000010, 11000011 10101001
        #expect(try data("é").prefix(5) == [0x71, 0xA4, 0x02, 0xC3, 0xA9])
        #expect(try data("e").prefix(2) == [0x40, 0x16])
    }

    @Test func `an empty text has a symbol`() throws {
        let symbol = try QRSymbol("")
        #expect(symbol.version == 1 && symbol.size == 21)
        #expect(try data("").prefix(2) == [0x00, 0xEC])
    }

    @Test func `generators match the standard`() {
        #expect(ReedSolomon(codewords: 7).generator == [87, 229, 146, 149, 238, 102, 21])
        #expect(ReedSolomon(codewords: 10).generator == [251, 67, 46, 61, 118, 70, 64, 94, 32, 45])
        #expect(
            ReedSolomon(codewords: 15).generator
                == [8, 183, 61, 91, 202, 37, 51, 58, 58, 237, 140, 124, 5, 99, 105])
    }

    @Test func `format and version information match the standard`() {
        #expect(Grid.format(.medium, mask: 5) == 0b100_0000_1100_1110)
        #expect(Grid.format(.medium, mask: 2) == 0b101_1110_0111_1100)
        #expect(Grid.format(.low, mask: 0) == 0b111_0111_1100_0100)
        #expect(Grid.version(7) == 0b00_0111_1100_1001_0100)
        #expect(Grid.version(40) == 0x28C69)
    }

    @Test(arguments: [
        (1, 208, []), (2, 359, [6, 18]), (6, 1383, [6, 34]), (7, 1568, [6, 22, 38]),
        (14, 4651, [6, 26, 46, 66]),
        (15, 5243, [6, 26, 48, 70]), (22, 10_068, [6, 26, 50, 74, 98]),
        (32, 19_723, [6, 34, 60, 86, 112, 138]), (36, 24_272, [6, 24, 50, 76, 102, 128, 154]),
        (40, 29_648, [6, 30, 58, 86, 114, 142, 170]),
    ])
    func `a version has the standard's number of data modules and alignment patterns`(
        number: Int, modules: Int, centers: [Int]
    ) {
        let version = Version(number: number)
        #expect(version.dataModules == modules)
        #expect(version.alignmentCenters == centers)
        #expect(Grid(version).data.reduce(0) { $0 + Int($1) } == modules)
    }

    @Test func `the data bytes of each version fill its modules`() {
        for number in 1...40 {
            let version = Version(number: number)
            #expect(Grid(version).data.reduce(0) { $0 + Int($1) } == version.dataModules, "\(number)")
        }
    }

    /// From the standard's table of capacities: digits, capital letters, bytes.
    @Test(arguments: [
        (1, QRSymbol.Level.low, [41, 25, 17]), (1, .high, [17, 10, 7]), (9, .medium, [432, 262, 180]),
        (10, .medium, [513, 311, 213]), (26, .quartile, [1_804, 1_094, 751]),
        (27, .low, [3_517, 2_132, 1_465]),
        (40, .low, [7_089, 4_296, 2_953]), (40, .medium, [5_596, 3_391, 2_331]),
        (40, .quartile, [3_993, 2_420, 1_663]), (40, .high, [3_057, 1_852, 1_273]),
    ])
    func `a version contains exactly as much as the standard allows`(
        number: Int, level: QRSymbol.Level, capacities: [Int]
    ) throws {
        for (character, capacity) in zip(["7", "Q", "q"], capacities) {
            let text = String(repeating: character, count: capacity)
            #expect(try Message(text, level, atLeast: 1).version.number == number)
            let longer = try? Message(text + character, level, atLeast: 1).version.number
            #expect(longer == (number < 40 ? number + 1 : nil))
        }
    }

    @Test func `the error for a text that is too long contains the limit`() throws {
        let error = try #require(throws: QRSymbol.TooLong.self) {
            try QRSymbol(String(repeating: "é", count: 1_200), level: .medium)
        }
        #expect(error.maximumBytes == 2_330 && error.maximumCapitals == 3_391 && error.maximumDigits == 5_596)
        #expect(
            error.description == """
                can't make a QR code of 2400 bytes: at level M it holds at most 2330 bytes, 3391 capital letters and \
                digits, or 5596 digits. Shorten the text, or choose a lower level
                """)
        #expect(try QRSymbol(String(repeating: "é", count: 1_165), level: .medium).version == 40)
        #expect(throws: QRSymbol.TooLong.self) {
            try QRSymbol(String(repeating: "7", count: 7_090), level: .low)
        }
        #expect(throws: QRSymbol.TooLong.self) {
            try QRSymbol(String(repeating: "7", count: 1 << 20), level: .low)
        }
    }

    @Test(arguments: [(-3, 1), (0, 1), (5, 5), (41, 40)])
    func `symbols can be larger than necessary`(least: Int, version: Int) throws {
        #expect(try QRSymbol("Lamp", atLeast: least).version == version)
    }

    // MARK: Runs

    /// Returns the number of bits of the best segmentation, by trying all segments that end at each byte.
    private func fewestBits(_ bytes: [UInt8], _ version: Version) -> Int {
        var fewest = [0]
        for end in bytes.indices {
            var least = Int.max
            for mode in Mode.allCases {
                for start in (0...end).reversed() {
                    guard mode.encodes(bytes[start]) else { break }
                    var bits = BitBuffer()
                    mode.append(bytes[start...end], to: &bits)
                    let header = Mode.indicatorBits + mode.countBits(version)
                    least = min(least, fewest[start] + header + bits.count)
                }
            }
            fewest.append(least)
        }
        return fewest[bytes.count]
    }

    @Test func `random texts are split into segments with the fewest bits`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        for _ in 0..<40 {
            let version = Version(number: [1, 10, 27].randomElement(using: &random) ?? 1)
            // Runs of a length at which another segment header is barely worth it.
            let bytes = (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in
                let byte = UInt8(ascii: ["7", "Q", "q"].randomElement(using: &random) ?? "7")
                return Array(repeating: byte, count: Int.random(in: 1...12, using: &random))
            }
            let encoding = Segment.cheapest(for: bytes, version)
            #expect(encoding.bits == fewestBits(bytes, version), "seed \(seed), \(bytes)")
            let covered = encoding.segments.flatMap { Array($0.range) }
            #expect(covered == Array(bytes.indices), "seed \(seed), \(bytes)")
        }
    }

    @Test func `a long run of digits is a segment, and a short one isn't`() {
        let version = Version(number: 1)
        #expect(Segment.cheapest(for: Array("loot 12".utf8), version).segments.map(\.mode) == [.byte])
        #expect(
            Segment.cheapest(for: Array("loot/123456ABCDEFGHIJKLMN".utf8), version).segments == [
                Segment(mode: .byte, range: 0..<4), Segment(mode: .alphanumeric, range: 4..<25),
            ])
        #expect(
            Segment.cheapest(for: Array("loot1234567890123".utf8), version).segments == [
                Segment(mode: .byte, range: 0..<4), Segment(mode: .numeric, range: 4..<17),
            ])
    }
}
