import Testing
import TerminalText

@testable import TerminalKit

@Suite struct RendererTests {
    private static let clusters =
        "a b Z é 毛 熊 😀 👨‍👩‍👧 🇩🇪 ❤️ 1️⃣ क्षि 한 👍🏽 … ─ x\u{301} ⌚︎".split(separator: " ").compactMap(\.first)
    private static let styles: [Style] = [
        .plain, Style(.bold), Style(.inverse), Style(foreground: .ansi(.red)),
        Style([.dim, .underline], foreground: .palette(200), background: .rgb(1, 2, 3)),
    ]

    /// Changes random clusters of a screen and blanks a random range.
    private func scribble(_ buffer: inout CellBuffer, _ random: inout Seeded) {
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            var x = Int.random(in: 0..<buffer.size.width, using: &random)
            let y = Int.random(in: 0..<buffer.size.height, using: &random)
            let style = Self.styles.randomElement(using: &random) ?? .plain
            let isBlank = Int.random(in: 0..<3, using: &random) == 0
            for _ in 0..<Int.random(in: 1...10, using: &random) {
                let cluster = isBlank ? " " : Self.clusters.randomElement(using: &random) ?? "a"
                let width = cluster.columnWidth
                buffer.put(cluster, width: width, Look(isBlank ? .plain : style), x: x, y: y)
                x += width
            }
        }
    }

    private func differences(_ model: ModelTerminal, _ buffer: CellBuffer) -> [String] {
        var found = model.unknown
        for y in 0..<buffer.size.height {
            var afterDisputed = false
            for x in 0..<buffer.size.width {
                let wanted = buffer[x, y]
                if wanted.width == 0 {
                    if !afterDisputed, model.rows[y][x].width != 0 { found.append("\(x),\(y) not continued") }
                    continue
                }
                afterDisputed = wanted.character.isWidthDisputed
                if afterDisputed { continue }
                let shown = model.rows[y][x]
                let isSame = shown.text == String(wanted.character) && shown.style == wanted.style
                if !isSame { found.append("\(x),\(y): \(shown.text) instead of \(wanted.character)") }
            }
        }
        return found
    }

    @Test(arguments: ModelTerminal.Measure.allCases, [1, 2, 3, 4] as [UInt64])
    func `undisputed characters are at the right position, whatever the terminal's widths`(
        _ measure: ModelTerminal.Measure, _ seed: UInt64
    ) {
        var random = Seeded(state: seed)
        let size = Size(width: 23, height: 5)
        var renderer = Renderer(colors: .trueColor)
        var model = ModelTerminal(size: size, measure: measure)
        var buffer = CellBuffer(size: size)
        for frame in 0..<120 {
            if frame % 40 == 39 { buffer = CellBuffer(size: size) }
            scribble(&buffer, &random)
            let cursor = Bool.random(using: &random) ? Point(x: frame % 23, y: frame % 5) : nil
            model.feed(renderer.bytes(for: buffer, cursor: cursor))
            #expect(differences(model, buffer) == [], "seed \(seed), frame \(frame)")
            #expect(model.isCursorShown == (cursor != nil))
            if let cursor { #expect(model.cursor == cursor) }
        }
    }

    @Test(arguments: ModelTerminal.Measure.allCases, [5, 6, 7, 8] as [UInt64])
    func `scrolled lines are moved by the terminal, and everything is at the right position`(
        _ measure: ModelTerminal.Measure, _ seed: UInt64
    ) {
        var random = Seeded(state: seed)
        let size = Size(width: 40, height: 14)
        var renderer = Renderer(colors: .trueColor)
        var model = ModelTerminal(size: size, measure: measure)
        var buffer = CellBuffer(size: size)
        for y in 0..<size.height {
            for (x, letter) in "line \(y * 7919) of a text".enumerated() {
                buffer.put(letter, width: 1, Look(Self.styles[y % 5]), x: x + 2, y: y)
            }
        }
        var moved = 0
        for frame in 0..<120 {
            let bytes = renderer.bytes(for: buffer, cursor: nil)
            if bytes.contains(UInt8(ascii: "r")) { moved += 1 }
            model.feed(bytes)
            #expect(differences(model, buffer) == [], "seed \(seed), frame \(frame)")
            let old = buffer
            let distance = Int.random(in: -5...5, using: &random)
            let band = Int.random(in: 0...4, using: &random)..<Int.random(in: 9...14, using: &random)
            for y in band { buffer.setRow(y, to: (y + distance + 14) % 14, of: old) }
            if frame % 3 == 0 { scribble(&buffer, &random) }
        }
        #expect(moved > 20)
    }

    @Test func `scrolling a list by a line writes only that line`() {
        func list(from first: Int) -> CellBuffer {
            var buffer = CellBuffer(size: Size(width: 80, height: 24))
            for y in 0..<24 {
                let text =
                    y == 0 || y == 23 ? "edge" : "item number \(first + y) with a name and what it is worth"
                for (x, letter) in text.enumerated() {
                    buffer.put(letter, width: 1, Look(.plain), x: x, y: y)
                }
                buffer.put(y == 5 + first ? "█" : "│", width: 1, Look(Style(.dim)), x: 79, y: y)
            }
            return buffer
        }
        var renderer = Renderer(colors: .trueColor)
        _ = renderer.bytes(for: list(from: 0), cursor: nil)
        #expect(renderer.bytes(for: list(from: 1), cursor: nil).count < 160)
        #expect(renderer.bytes(for: list(from: 0), cursor: nil).count < 160)
        renderer.movesLines = false
        #expect(renderer.bytes(for: list(from: 1), cursor: nil).count > 160)
    }

    @Test func `a terminal with the same widths shows every cluster`() {
        var buffer = CellBuffer(size: Size(width: 40, height: 1))
        var x = 0
        for cluster in Self.clusters {
            buffer.put(cluster, width: cluster.columnWidth, Look(.plain), x: x, y: 0)
            x += cluster.columnWidth
        }
        var model = ModelTerminal(size: buffer.size)
        var renderer = Renderer(colors: .ansi16)
        model.feed(renderer.bytes(for: buffer, cursor: nil))
        #expect(model.text(ofRow: 0).trimmed == buffer.text(ofRow: 0))
    }

    @Test func `an unchanged screen costs no bytes`() {
        let buffer = CellBuffer(size: Size(width: 80, height: 24))
        var renderer = Renderer(colors: .trueColor)
        _ = renderer.bytes(for: buffer, cursor: Point(x: 3, y: 3))
        #expect(renderer.bytes(for: buffer, cursor: Point(x: 3, y: 3)).isEmpty)
        #expect(renderer.cellsSkipped >= 80 * 24)
    }

    @Test func `long clusters with the same beginning are distinguished`() {
        var buffer = CellBuffer(size: Size(width: 10, height: 1))
        var renderer = Renderer(colors: .trueColor)
        buffer.put("👨‍👩‍👧", width: 2, Look(.plain), x: 0, y: 0)
        _ = renderer.bytes(for: buffer, cursor: nil)
        buffer.put("👨‍👩‍👦", width: 2, Look(.plain), x: 0, y: 0)
        #expect(String(decoding: renderer.bytes(for: buffer, cursor: nil), as: UTF8.self).contains("👨‍👩‍👦"))
        #expect(buffer.text == "👨‍👩‍👦\n")
    }

    @Test func `text without colors keeps the colors below it`() {
        let surface = Surface(size: Size(width: 6, height: 1))
        let context = DrawingContext(surface: surface, theme: .dark, glyphs: .unicode)
        context.fill(nil, Style(foreground: .ansi(.green), background: .palette(236)))
        context.draw("ab毛", Style(.bold, foreground: .rgb(1, 2, 3)))
        context.draw("c", Style(background: .standard), x: 4)
        for x in 0..<4 {
            #expect(
                surface.buffer[x, 0].style
                    == Style(.bold, foreground: .rgb(1, 2, 3), background: .palette(236)))
        }
        #expect(
            surface.buffer[4, 0].style == Style(foreground: .ansi(.green), background: .palette(236)))
    }

    @Test func `one changed letter costs its position and itself`() {
        var buffer = CellBuffer(size: Size(width: 80, height: 24))
        var renderer = Renderer(colors: .trueColor)
        _ = renderer.bytes(for: buffer, cursor: nil)
        buffer.put("x", width: 1, Look(.plain), x: 9, y: 4)
        #expect(renderer.bytes(for: buffer, cursor: nil) == Array("\u{1B}[5;10Hx".utf8))
    }

    @Test func `frames are synchronized once the terminal supports that`() {
        var buffer = CellBuffer(size: Size(width: 80, height: 2))
        var renderer = Renderer(colors: .none)
        renderer.isSynchronized = true
        for x in 0..<80 { buffer.put("x", width: 1, Look(Style(.bold)), x: x, y: 0) }
        let text = String(decoding: renderer.bytes(for: buffer, cursor: nil), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
        #expect(!text.contains("\u{1B}[1m"))
    }

    @Test func `overwriting half of a wide cluster blanks the other half`() {
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        buffer.put("毛", width: 2, Look(.plain), x: 0, y: 0)
        buffer.put("x", width: 1, Look(.plain), x: 1, y: 0)
        #expect(buffer.text == " x\n")
        buffer.put("毛", width: 2, Look(.plain), x: 2, y: 0)
        buffer.put("y", width: 1, Look(.plain), x: 2, y: 0)
        #expect(buffer.text == " xy\n")
        buffer.put("毛", width: 2, Look(.plain), x: 3, y: 0)
        #expect(buffer.text == " xy\n")
    }
}

extension String {
    var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
