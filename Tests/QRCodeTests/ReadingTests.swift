import Basics
import Testing

@testable import QRCode

@Suite(.enabled(if: ZBar.isInstalled, ZBar.missing))
struct `Reading with another program` {
    /// Random strings that fill a symbol.
    private struct Texts {
        var random: SplitMix

        private static let capitals = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        private static let letters = Array("abcdefghijklmnopqrstuvwxyz!?#&<>[]{}|~_=@,;'\"")
        private static let others = Array("äöüßéñøłžαβγджйéあ日本語毛熊🧸")

        mutating func text(_ version: Version, _ level: QRSymbol.Level) -> String {
            let bits = version.dataCodewords(level) * 8
            func room(_ mode: Mode) -> Int { bits - Mode.indicatorBits - mode.countBits(version) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return characters(room(.numeric) * 3 / 10, Texts.capitals.prefix(10))
            case 1: return characters(room(.alphanumeric) * 2 / 11, Texts.capitals[...])
            case 2: return characters(room(.byte) / 8, Texts.letters[...])
            default: return mixed(atMost: room(.byte) / 8 - 2)
            }
        }

        private mutating func characters(_ count: Int, _ choice: ArraySlice<Character>) -> String {
            var text = String((0..<count).map { _ in choice.randomElement(using: &random) ?? "-" })
            // Readers trim white space at the ends of lines.
            for end in [text.startIndex, text.index(before: text.endIndex)] where text[end] == " " {
                text.replaceSubrange(end...end, with: "X")
            }
            return text
        }

        private mutating func mixed(atMost bytes: Int) -> String {
            var text = "é"
            while true {
                let choice = [
                    Texts.capitals.prefix(10), Texts.capitals[10..<36], Texts.letters[...], Texts.others[...],
                ]
                let run = characters(
                    Int.random(in: 1...20, using: &random), choice.randomElement(using: &random) ?? [])
                if text.utf8.count + run.utf8.count > bytes { return text }
                text += run
            }
        }
    }

    @Test func `every version at every level can be read`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var texts = Texts(random: SplitMix(seed: seed))
        var expected: [String] = []
        var images: [[UInt8]] = []
        for number in 1...40 {
            for level in QRSymbol.Level.allCases {
                let text = texts.text(Version(number: number), level)
                let symbol = try QRSymbol(text, level, atLeast: number, mask: (number + level.rawValue) % 8)
                #expect(symbol.version == number, "seed \(seed), \(level), \(text)")
                expected.append(text)
                images.append(symbol.bitmap(scale: 2))
            }
        }
        let read = try ZBar.read(images)
        #expect(read.count == expected.count, "seed \(seed)")
        for (index, pair) in zip(read, expected).enumerated() where pair.0 != pair.1 {
            Issue.record("seed \(seed), version \(index / 4 + 1), \(index % 4): \(pair.0), not \(pair.1)")
            break
        }
    }

    @Test func `every mask and the chosen one can be read`() throws {
        let text = "https://loot.example/i/2F1D09AB?from=étagère"
        let masks = [nil] + (0..<8).map { $0 }
        let images = try masks.map { try QRSymbol(text, .quartile, atLeast: 7, mask: $0).bitmap() }
        #expect(try ZBar.read(images) == masks.map { _ in text })
    }

    @Test func `a symbol in a terminal can be read, dark or light`() throws {
        let symbol = try QRSymbol("https://loot.example/i/2f1d09ab", level: .low)
        let images = [(true, false), (false, false), (true, true), (false, true)].map { isColored, isASCII in
            let lines = symbol.terminalText(isColored: isColored, isASCII: isASCII).split(separator: "\n")
            return ZBar.bitmap(lines.flatMap { Screen.rows(of: $0, isASCII: isASCII) }, scale: 3)
        }
        #expect(try ZBar.read(images) == images.map { _ in "https://loot.example/i/2f1d09ab" })
    }

    @Test func `a symbol drawn as a path can be read`() throws {
        let symbol = try QRSymbol("Fluffy bear, attic", level: .high)
        var rows = Array(repeating: Array(repeating: false, count: symbol.drawnSize), count: symbol.drawnSize)
        for part in symbol.svgPath.split(separator: "M") {
            let (_, x, y, width, back) = try #require(part.wholeMatch(of: /(\d+) (\d+)h(\d+)v1h-(\d+)z/))
                .output
            #expect(width == back)
            let start = try #require(Int(x))
            for column in start..<start + (try #require(Int(width))) {
                rows[try #require(Int(y))][column] = true
            }
        }
        #expect(try ZBar.read([ZBar.bitmap(rows, scale: 2)]) == ["Fluffy bear, attic"])
    }
}

/// A reader for lines on a terminal with a dark background.
private enum Screen {
    /// Returns rows of modules, true where the screen is dark.
    static func rows(of line: Substring, isASCII: Bool) -> [[Bool]] {
        var (ink, ground) = (false, true)
        var rows: [[Bool]] = [[], []]
        var rest = line
        while let character = rest.popFirst() {
            if character == "\u{1B}" {
                let end = rest.firstIndex(of: "m") ?? rest.endIndex
                for code in rest[..<end].dropFirst().split(separator: ";") {
                    switch code {
                    case "0": (ink, ground) = (false, true)
                    case "30": ink = true
                    case "40": ground = true
                    case "47", "107": ground = false
                    default: Issue.record("code \(code)")
                    }
                }
                rest = rest[end...].dropFirst()
            } else {
                rows[0].append("█▀#".contains(character) ? ink : ground)
                rows[1].append("█▄#".contains(character) ? ink : ground)
            }
        }
        guard isASCII else { return rows }
        return [rows[0].enumerated().filter { $0.offset % 2 == 0 }.map(\.element)]
    }
}
