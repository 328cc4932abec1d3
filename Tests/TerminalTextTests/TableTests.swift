import TerminalText
import Testing

@Suite struct TableTests {
    static let columns: [Table.Column] = [
        .init("#", alignment: .trailing, overflow: .never), .init("Name", minimum: 6),
        .init("Serial", overflow: .cut(.middle), minimum: 5, resistance: -1),
        .init("Value", alignment: .trailing, overflow: .never),
    ]

    static func print(
        _ rows: [[StyledText]], width: Int?, columns: [Table.Column] = columns, glyphs: Glyphs = .unicode,
        colors: ColorLevel = .none
    ) -> String {
        var table = Table(columns, glyphs: glyphs)
        for row in rows { table.measure(row) }
        let layout = table.layout(width: width, colors: colors)
        var output = ""
        layout.appendHeader(to: &output)
        for row in rows { layout.append(row, to: &output) }
        return output
    }

    static let rows: [[StyledText]] = [
        ["1", "Fluffy Bear", "12345678", "40"], ["2", "毛绒熊 with a very long name", "", "1234567"],
        ["10", "Mac"],
    ]

    @Test func `nothing is truncated or wrapped in a pipe`() {
        #expect(
            Self.print(Self.rows, width: nil) == """
                 #  Name                          Serial      Value
                 1  Fluffy Bear                   12345678       40
                 2  毛绒熊 with a very long name            1234567
                10  Mac

                """)
    }

    @Test func `on a terminal names wrap, serial numbers are truncated first, and values never`() {
        #expect(
            Self.print(Self.rows, width: 32) == """
                 #  Name          Se…al    Value
                 1  Fluffy Bear   12…78       40
                 2  毛绒熊 with          1234567
                    a very long
                    name
                10  Mac

                """)
    }

    @Test func `no line is wider than the terminal if the minimums allow it`() {
        for width in 26...80 {
            let output = Self.print(Self.rows, width: width)
            for line in output.split(separator: "\n") { #expect(line.columnWidth <= width) }
            #expect(output.contains("1234567"))
        }
        #expect(Self.print(Self.rows, width: 1).contains("1234567"))
        #expect(Self.print(Self.rows, width: -1) == Self.print(Self.rows, width: 0))
    }

    @Test func `minimums are ignored before a line gets wider than the terminal`() {
        for width in 20..<26 {
            let output = Self.print(Self.rows, width: width)
            #expect(output.contains("1234567"))
            for line in output.split(separator: "\n") { #expect(line.columnWidth <= width) }
        }
    }

    @Test func `the widest column shrinks first`() {
        var table = Table([.init(minimum: 1), .init(minimum: 1), .init(minimum: 1)], gap: 1)
        table.measure(["aaaaaaaaaa", "bbbbbb", "cc"])
        #expect(table.layout(width: 20, colors: .none).widths == [10, 6, 2])
        #expect(table.layout(width: 16, colors: .none).widths == [6, 6, 2])
        #expect(table.layout(width: 13, colors: .none).widths.sorted() == [2, 4, 5])
        #expect(table.layout(width: 5, colors: .none).widths == [1, 1, 1])
        #expect(table.layout(width: 0, colors: .none).widths == [1, 1, 1])
    }

    @Test func `cells keep their styles on every line and padding has none`() {
        let name = StyledText("fluffy bear", Style(foreground: .ansi(.green)))
        let output = Self.print(
            [[name, "9"]], width: 9,
            columns: [.init(minimum: 1), .init(alignment: .trailing, overflow: .never)], colors: .ansi16)
        #expect(output == "\u{1B}[32mfluffy\u{1B}[m  9\n\u{1B}[32mbear\u{1B}[m\n")
    }

    @Test func `data in a cell can't move the cursor`() {
        let hostile = "a\u{1B}[2J\nb"
        let output = Self.print([["1", StyledText(hostile)]], width: nil, columns: [.init(), .init()])
        #expect(output == "1  a␛[2J␊b\n")
    }

    @Test func `requested line feeds create lines, even in a pipe`() {
        let notes = StyledText("one\ntwo", lineBreaks: .kept)
        #expect(
            Self.print([["1", notes, "x"]], width: nil, columns: [.init(), .init(), .init()])
                == "1  one  x\n   two\n")
    }

    @Test func `an ASCII terminal gets only ASCII, in aligned columns`() {
        let output = Self.print(Self.rows, width: 32, glyphs: .ascii)
        #expect(output.utf8.allSatisfy { $0 < 0x80 })
        #expect(output.contains(" 2  ?????? with          1234567\n"))
    }

    @Test func `sections share their columns, and each is followed by a line`() {
        var table = Table([.init("A"), .init("B")])
        table.measure(["1", "2"])
        table.measure(["long", "3"])
        let layout = table.layout(width: 80, colors: .none)
        var output = ""
        layout.append(["1", "2"], to: &output)
        layout.appendRule(to: &output)
        layout.append(["long", "3", "skipped"], to: &output)
        #expect(output == "1     2\n────  ─\nlong  3\n")
        #expect(layout.width == 7)
    }

    @Test func `each of a hundred thousand rows costs as much as each of a thousand`() {
        func cost(of count: Int) -> Duration {
            ContinuousClock().measure {
                var table = Table(Self.columns)
                for index in 0..<count { table.measure(Self.row(index)) }
                let layout = table.layout(width: 80, colors: .ansi16)
                var output = ""
                for index in 0..<count { layout.append(Self.row(index), to: &output) }
                #expect(output.utf8.count > count * 20)
            }
        }
        _ = cost(of: 100)
        // With quadratic growth, each row would cost fifty times as much.
        #expect(cost(of: 50_000) / 50 < cost(of: 1_000) * 8)
    }

    static func row(_ index: Int) -> [StyledText] {
        let value = StyledText(
            String(index % 100), Style(foreground: .ansi(index % 100 < 50 ? .green : .red)))
        return [StyledText(String(index)), "Fluffy Bear", "1A2B3C4D", value]
    }
}
