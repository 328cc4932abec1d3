import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct ProcessArgumentsTests {
    @Test func `arguments are decoded as UTF-8`() throws {
        let words = ["add", "Käse 🧀", "", "e\u{301}"]
        let decoded = try ProcessArguments.decode(words.map { Array($0.utf8) })
        #expect(decoded.map { Array($0.utf8) } == words.map { Array($0.utf8) })
    }

    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], "caf\\xE9"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xC0, 0x80], "\\xC0\\x80"),
            ([0x1B, 0xFF], "\\x1B\\xFF"), ([0xF0, 0x9F], "\\xF0\\x9F"),
        ] as [([UInt8], String)])
    func `an argument that isn't UTF-8 is rejected with its number`(bytes: [UInt8], spelled: String) {
        let error = #expect(throws: LootError.self) {
            try ProcessArguments.decode([Array("add".utf8), bytes])
        }
        #expect(error?.exitStatus == .usage)
        #expect(
            error?.description
                == """
                Can't read argument 2. “\(spelled)” isn't valid UTF-8. Write it in UTF-8. The command “locale” shows the \
                encoding of your terminal.
                """)
    }
}
