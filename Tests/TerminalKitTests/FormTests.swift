import Foundation
import Testing
import TerminalText

@testable import TerminalKit

/// The form on the landing page, line by line.
private func makeForm(save: @escaping (String, Double) -> Void) -> View {
    let labels = WidthGroup()
    func row(_ title: String, _ control: View) -> View {
        let label = Label(title)
        label.widthGroup = labels
        return StackView(.horizontal, spacing: 2, alignment: .leading, [label, control])
    }

    let name = TextField(placeholder: "What is it?")
    let value = Stepper(value: 25, minimum: 0, maximum: 1_000_000)
    let done = Button("Save") { save(name.text, value.value) }
    done.isEnabled = false
    name.on(.editingChanged) { done.isEnabled = !name.text.isEmpty }

    let form = StackView(
        .vertical, spacing: 1,
        [
            row("Name", name), row("Value", value), row("Favorite", Switch()), done,
        ])
    return NavigationView(root: ScrollView(form), title: "New item")
}

@Suite struct FormTests {
    @Test func `the landing page's form works with keys only`() {
        var saved: [String] = []
        let window = Window(makeForm { saved.append("\($0) \($1)") }, width: 36, height: 9)
        window.type("Bear")
        #expect(
            window.lines == [
                "              New item", "Name      Bear", "", "Value     [-] 25 [+]", "",
                "Favorite  [●──] off", "",
                "[ Save ]", "",
            ])
        window.press("tab + tab tab enter")
        #expect(saved == ["Bear 26.0"])
    }

    @Test func `the form matches the one on the landing page`() throws {
        let here = URL(fileURLWithPath: #filePath)
        let page = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Kits/TerminalKit/TerminalKit.docc/TerminalKit.md")
        func letters(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
        // In the documentation, the code is in a main file, whose variables are isolated to the main actor.
        let shown = letters(try String(contentsOf: page, encoding: .utf8).replacing("@MainActor ", with: ""))
        let source = try String(contentsOf: here, encoding: .utf8)
        let start = try #require(source.range(of: "let labels = WidthGroup()")).lowerBound
        let end = try #require(source.range(of: "    return NavigationView")).lowerBound
        #expect(shown.contains(letters(source[start..<end])))
    }

    @Test func `a screen becomes the same SVG every time`() throws {
        let window = Window(makeForm { _, _ in }, width: 36, height: 9)
        window.theme = .dark
        window.type("<毛绒熊> & Co")
        let svg = window.drawFrame().buffer.svg(title: "A form")
        #expect(svg == window.drawFrame().buffer.svg(title: "A form"))
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Snapshots/form.svg")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == svg, "UPDATE_SNAPSHOTS=1 updates it")
        _ = try XMLDocumentCheck.parse(svg)
        // Viewers collapse spaces, which would stretch the rest over all columns.
        let texts = svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.compactMap { line in
            line.split(separator: ">").dropFirst().first?.split(separator: "<").first
        }
        #expect(!texts.isEmpty)
        #expect(texts.allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix(" ") && !$0.contains("  ") })
    }
}

/// Checks that elements are closed in order, as in well-formed XML.
private enum XMLDocumentCheck {
    struct Unbalanced: Error {}

    static func parse(_ text: String) throws -> Int {
        var open: [Substring] = []
        var count = 0
        for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
            guard let end = part.firstIndex(of: ">") else { throw Unbalanced() }
            let tag = part[..<end]
            count += 1
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { throw Unbalanced() }
            } else if !tag.hasSuffix("/") {
                open.append(tag.prefix { $0 != " " })
            }
        }
        guard open.isEmpty else { throw Unbalanced() }
        return count
    }
}
