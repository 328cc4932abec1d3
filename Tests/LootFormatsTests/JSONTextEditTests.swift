import LootCore
import LootFormats
import Testing

@Suite struct `Editing a JSON text in place` {
    private func edited(
        _ text: String, _ change: (inout JSONTextEdit) throws -> Void
    ) throws -> String {
        var edit = try JSONTextEdit(Array(text.utf8))
        try change(&edit)
        _ = try DocumentValue(json: edit.bytes.span)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    private let view = ForeignValue.object([ForeignField("where", .text("value > 500"))])

    @Test func `an empty text becomes an object`() throws {
        for empty in ["", " \n", "{}", "{\n}\n", "\u{FEFF}"] {
            let text = try edited(empty) { try $0.set(["views", "dear"], to: view) }
            #expect(
                text.hasPrefix("{\n  \"views\": {\n    \"dear\": { \"where\": \"value > 500\" }\n  }\n}"),
                "\(text)")
        }
    }

    @Test func `nested values are on separate lines`() throws {
        let text = try edited("") { edit in
            for name in ["a", "b"] { try edit.set(["views", name], to: .text("all")) }
        }
        #expect(text == "{\n  \"views\": {\n    \"a\": \"all\",\n    \"b\": \"all\"\n  }\n}\n")
        #expect(
            try edited("{ \"x\": 1 }") { try $0.set(["views", "a"], to: .text("all")) }
                == "{ \"x\": 1, \"views\": { \"a\": \"all\" } }")
    }

    @Test func `comments and other text aren't changed`() throws {
        let before = """
            // Mine.
            {
              "store": "json:a.json", // where
              /* all
                 of them */
              "views": {
                "old": "value > 1" // the old one
              }
              // the end
            }

            """
        #expect(
            try edited(before) { try $0.set(["views", "dear"], to: view) }
                == before.replacing(
                    "\"value > 1\" // the old one\n",
                    with: "\"value > 1\", // the old one\n    \"dear\": { \"where\": \"value > 500\" }\n"))
        #expect(
            try edited(before) { try $0.set(["views", "old"], to: .text("all")) }
                == before.replacing("\"value > 1\"", with: "\"all\""))
        #expect(
            try edited(before) { try $0.remove(["views", "old"]) }
                == before.replacing("    \"old\": \"value > 1\" // the old one\n", with: ""))
        #expect(
            try edited(before) { try $0.set(["author"], to: .text("Ann")) }
                == before.replacing(
                    "\n  }\n  // the end", with: "\n  },\n  \"author\": \"Ann\"\n  // the end"))
    }

    @Test(arguments: [
        ("{ \"a\": 1 }", "{ \"a\": 1, \"b\": 2 }"), ("{\"a\": 1}", "{\"a\": 1, \"b\": 2}"),
        ("{ \"a\": 1, }", "{ \"a\": 1, \"b\": 2, }"), ("{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"b\": 2\n}"),
        ("{\r\n  \"a\": 1 // x\r\n}", "{\r\n  \"a\": 1, // x\r\n  \"b\": 2\r\n}"),
        ("{\n  \"a\": 1, // x\n}", "{\n  \"a\": 1, // x\n  \"b\": 2,\n}"),
    ])
    func `a new member has the style of its neighbors, and is removed without a trace`(
        before: String, after: String
    ) throws {
        let number = ForeignValue.number("2")
        #expect(try edited(before) { try $0.set(["b"], to: number) } == after)
        #expect(try edited(after) { try $0.remove(["b"]) } == before)
    }

    @Test func `a value that isn't an object has no members`() throws {
        let error = #expect(throws: FormatError.self) {
            try edited("{ \"views\": [] }") { try $0.set(["views", "dear"], to: view) }
        }
        #expect(error?.reason == "An object is required here to contain the new value.")
        #expect(throws: FormatError.self) { try JSONTextEdit(Array("{ \"a\": }".utf8)) }
        #expect(throws: FormatError.self) { try edited("[]") { try $0.remove(["a"]) } }
        var edit = try JSONTextEdit(Array("{ \"a\": {} }".utf8))
        #expect(try !edit.remove(["a", "b"]) && edit.bytes == Array("{ \"a\": {} }".utf8))
    }

    @Test(arguments: 0..<300)
    func `after any edits the text has the values, and all other comments`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var text = RandomText(random)
        text.write()
        random = text.random
        var edit = try JSONTextEdit(Array(text.text.utf8))
        var model = text.model
        let comments = text.comments
        for _ in 0..<6 {
            let path = RandomText.path(&random)
            if Bool.random(using: &random) {
                let value = ForeignValue.number("\(Int.random(in: 0..<100, using: &random))")
                // A value on the path that isn't an object is rejected, and nothing is changed.
                let before = edit.bytes
                do throws(FormatError) {
                    try edit.set(path, to: value)
                    model = RandomText.set(path[...], value, in: model)
                } catch {
                    #expect(edit.bytes == before)
                }
            } else {
                let before = edit.bytes
                do throws(FormatError) {
                    if try edit.remove(path) { model = RandomText.remove(path[...], in: model) }
                } catch {
                    #expect(edit.bytes == before)
                }
            }
            let document = try DocumentValue(json: edit.bytes.span)
            #expect(
                ForeignValue(document) == model,
                "seed \(seed): \(String(decoding: edit.bytes, as: UTF8.self))")
        }
        // Comments outside of the outermost object are always kept.
        let after = String(decoding: edit.bytes, as: UTF8.self)
        for comment in comments { #expect(after.contains(comment), "seed \(seed): \(after)") }
    }
}

/// A JSON text with random comments and spaces, and its value.
private struct RandomText {
    private(set) var text = ""
    private(set) var model = ForeignValue.null
    private(set) var comments: [String] = []
    var random: SeededGenerator
    private var count = 0

    init(_ random: SeededGenerator) { self.random = random }

    mutating func write() {
        comment("// first \(Int.random(in: 0...9, using: &random))\n")
        model = object(depth: 0)
        comment("\n// last")
    }

    private mutating func comment(_ text: String) {
        guard Bool.random(using: &random) else { return }
        self.text += text
        comments.append(text)
    }

    private mutating func space() {
        count += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text += "\n  "
        case 1: text += " // c\(count)\n"
        case 2: text += " /* c\(count) */ "
        case 3: text += "\n\n\t"
        default: text += " "
        }
    }

    private mutating func object(depth: Int) -> ForeignValue {
        var fields: [ForeignField] = []
        text += "{"
        let keys = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
        for (index, key) in keys.enumerated() {
            space()
            text += "\"\(key)\":"
            space()
            if depth < 2, Bool.random(using: &random) {
                fields.append(ForeignField(key, object(depth: depth + 1)))
            } else {
                let number = Int.random(in: 0..<100, using: &random)
                text += "\(number)"
                fields.append(ForeignField(key, .number("\(number)")))
            }
            space()
            if index < keys.count - 1 || Int.random(in: 0..<4, using: &random) == 0 { text += "," }
        }
        space()
        text += "}"
        return .object(fields)
    }

    static func path(_ random: inout SeededGenerator) -> [String] {
        let keys = ["a", "b", "c", "new"]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            keys[Int.random(in: 0..<4, using: &random)]
        }
    }

    static func set(_ path: ArraySlice<String>, _ value: ForeignValue, in object: ForeignValue)
        -> ForeignValue
    {
        guard let key = path.first else { return value }
        var fields: [ForeignField] = if case .object(let fields) = object { fields } else { [] }
        if let index = fields.firstIndex(where: { $0.key == key }) {
            fields[index] = ForeignField(key, set(path.dropFirst(), value, in: fields[index].value))
        } else {
            fields.append(ForeignField(key, set(path.dropFirst(), value, in: .object([]))))
        }
        return .object(fields)
    }

    static func remove(_ path: ArraySlice<String>, in object: ForeignValue) -> ForeignValue {
        guard let key = path.first, case .object(var fields) = object,
            let index = fields.firstIndex(where: { $0.key == key })
        else { return object }
        if path.count == 1 {
            fields.remove(at: index)
        } else {
            fields[index] = ForeignField(key, remove(path.dropFirst(), in: fields[index].value))
        }
        return .object(fields)
    }
}
