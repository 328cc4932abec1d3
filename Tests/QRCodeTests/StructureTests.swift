import Basics
import Testing

@testable import QRCode

@Suite struct StructureTests {
    /// Returns a product in the Galois field, computed bit by bit.
    private func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var (sum, left) = (0, Int(left))
        for bit in 0..<8 {
            if right >> UInt8(bit) & 1 == 1 { sum ^= left }
            left = left < 0x80 ? left << 1 : left << 1 ^ 0x11D
        }
        return UInt8(sum)
    }

    @Test func `blocks with error correction have all roots of the generator`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        for count in [7, 10, 13, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30] {
            let data = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            let block = data + ReedSolomon(codewords: count).correction(of: data[...])
            var root: UInt8 = 1
            for _ in 0..<count {
                #expect(block.reduce(0) { product($0, root) ^ $1 } == 0, "seed \(seed), \(count)")
                root = product(root, 2)
            }
        }
    }

    @Test func `block lengths match the standard's table`() {
        // Version 5 at level Q: two blocks of 15 bytes and two of 16.
        let version = Version(number: 5)
        let data = (0..<62).map { UInt8($0) }
        #expect(Codewords.blocks(of: data, version, .quartile).map(\.count) == [15, 15, 16, 16])
        let codewords = Codewords.interleaved(data, version, .quartile)
        #expect(codewords.prefix(5) == [0, 15, 30, 46, 1])
        #expect(codewords[56..<62] == [14, 29, 44, 60, 45, 61])
        #expect(codewords.count == 134)
    }

    /// Returns the penalty, computed rule by rule as in the standard.
    private func penalty(_ symbol: QRSymbol) -> Int {
        let range = 0..<symbol.size
        let rows = range.map { y in range.map { x in symbol[x, y] ? "1" : "0" }.joined() }
        let columns = range.map { x in range.map { y in symbol[x, y] ? "1" : "0" }.joined() }
        var penalty = 0
        for line in rows + columns {
            for run in line.matches(of: /0{5,}|1{5,}/) { penalty += run.output.count - 2 }
            let wide = "0000\(line)0000"
            for start in wide.indices {
                let rest = wide[start...]
                if rest.hasPrefix("10111010000") || rest.hasPrefix("00001011101") { penalty += 40 }
            }
        }
        for y in range.dropLast() {
            for x in range.dropLast() {
                let block = [symbol[x, y], symbol[x + 1, y], symbol[x, y + 1], symbol[x + 1, y + 1]]
                if Set(block).count == 1 { penalty += 3 }
            }
        }
        let dark = rows.joined().filter { $0 == "1" }.count
        let percent = 100 * Double(dark) / Double(symbol.size * symbol.size)
        return penalty + Int(abs(percent - 50) / 5) * 10
    }

    @Test(arguments: [
        "01234567", "HELLO WORLD", "https://loot.example/i/2f1d09ab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
    func `the mask has the lowest penalty`(text: String) throws {
        let symbols = try (0..<8).map { try QRSymbol(text, .medium, atLeast: 1, mask: $0) }
        for symbol in symbols {
            let modules = (0..<symbol.size * symbol.size).map { index -> UInt8 in
                symbol[index % symbol.size, index / symbol.size] ? 1 : 0
            }
            #expect(Grid.penalty(modules, symbol.size) == penalty(symbol))
        }
        let best = symbols.min { penalty($0) < penalty($1) }
        #expect(try QRSymbol(text) == best)
    }

    @Test func `modules outside a symbol are light`() throws {
        let symbol = try QRSymbol("Lamp")
        #expect(symbol[0, 0] && symbol[20, 0] && symbol[0, 20])
        for (x, y) in [(-1, 0), (0, -1), (21, 0), (0, 21), (.min, .max)] { #expect(!symbol[x, y]) }
    }

    @Test func `a bitmap has the declared size`() throws {
        let symbol = try QRSymbol("Lamp")
        let image = symbol.bitmap(scale: 2)
        let header = "P4\n58 58\n"
        #expect(String(decoding: image.prefix(header.utf8.count), as: UTF8.self) == header)
        #expect(image.count == header.utf8.count + 58 * 8)
        #expect(symbol.bitmap(scale: 0) == symbol.bitmap(scale: 1))
    }

    @Test func `terminal output has the rows and columns of the symbol with its quiet zone`() throws {
        let symbol = try QRSymbol("Lamp")
        let lines = symbol.terminalText(isColored: false).split(separator: "\n")
        #expect(lines.count == 15 && lines.allSatisfy { $0.count == 29 })
        let ascii = symbol.terminalText(isColored: false, isASCII: true).split(separator: "\n")
        #expect(ascii.count == 29 && ascii.allSatisfy { $0.utf8.count == 58 })
    }
}
