import Foundation
import Localization
import LootCore
import LootFormats
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

/// Compares the specification with the code.
@Suite struct ProtocolTests {
    private let schema: Schema
    private let page: String

    init() throws {
        schema = try Schema.ofProtocol()
        page = try repository("Plugins/PROTOCOL.md")
    }

    @Test func `every example on the page matches the schema, and every method has an example`() throws {
        var methods: Set<String> = []
        var asked: [Int: String] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("{\"jsonrpc\"") {
            #expect(try schema.fault(inMessage: String(line)) == nil, "\(line)")
            let value = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let number = value["id"] as? Int ?? 0
            if let method = value["method"] as? String {
                methods.insert(method)
                asked[number] = method
            } else if let result = value["result"], let method = asked[number] {
                #expect(schema.fault(in: result, by: "\(method).result") == nil, "\(line)")
            }
        }
        let defined = schema.names.filter { $0.hasSuffix(".request") }.map { String($0.dropLast(8)) }
        #expect(methods == Set(defined + ["$/cancel", "changed"]))
    }

    @Test func `the schema contains exactly the methods that the host uses`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Plugins/Bridges/Programs")
        var asked: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: folder.path()) ?? .init()
        where file.hasSuffix(".swift") && !file.hasPrefix("Trial") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /to: "([a-z]+)"/) { asked.insert(String(match.output.1)) }
        }
        let defined = schema.names.filter { $0.hasSuffix(".request") }.map { String($0.dropLast(8)) }
        #expect(asked == Set(defined))
    }

    @Test func `the page lists exactly the error codes that have a meaning`() {
        for code in LootErrorCodes.all { #expect(page.contains("`\(code)`"), "\(code)") }
    }

    @Test func `options of a program are decoded like options in Swift`() throws {
        let value = try #require(
            Reply.document(
                Array(
                    #"""
                    [{"name":"a"},{"name":"b","kind":"integer","least":1,"most":9,"default":3,"summary":"B"},
                    {"name":"c","kind":"choice","words":["x","y"],"default":"y"},{"name":"d","kind":"list","of":{"kind":"path"}},
                    {"name":"e","kind":"flag","default":true,"required":true},{"name":"f","kind":"amount","default":1.5},
                    {"name":"g","kind":"bound"},{"name":"h","kind":"secret"},{"name":"i","kind":"address"}]
                    """#.utf8)))
        let options = try #require(value.elements).map { try PluginOption($0) }
        #expect(
            options == [
                PluginOption("a", .text, ""),
                PluginOption("b", .integer(1...9), default: 3, Message(verbatim: "B")),
                PluginOption("c", .choice(["x", "y"]), default: "y", ""), PluginOption("d", .list(.path), ""),
                PluginOption("e", .flag, default: true, isRequired: true, ""),
                PluginOption("f", .amount, default: .amount("1.5"), ""), PluginOption("g", .bound, ""),
                PluginOption("h", .secret, ""), PluginOption("i", .address, ""),
            ])
    }

    @Test(arguments: [
        (#"{"kind":"text"}"#, "no name"), (#"{"name":"a b"}"#, "“a b”"),
        (#"{"name":"a","kind":"number"}"#, "“a” has the unknown kind “number”"),
        (#"{"name":"a","kind":"integer","default":"x"}"#, "\"x\" of the option “a”"),
        (#"{"name":"a","kind":"choice"}"#, "“a”"),
        (#"{"name":"a","kind":"integer","least":3,"most":1}"#, "“a”"),
    ])
    func `an error about an option names the option and the value`(wrong: String, named: String) throws {
        let value = try #require(Reply.document(Array(wrong.utf8)))
        let fault = #expect(throws: OptionFault.self) { try PluginOption(value) }
        #expect(fault?.reason.text.contains(named) == true, "\(fault?.reason.text ?? "")")
    }
}

/// The error codes that have a defined meaning.
private enum LootErrorCodes {
    static let all = LootError.codes.sorted()
}
