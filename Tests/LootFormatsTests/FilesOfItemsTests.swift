import LootCore
import LootFormats
import LootTesting
import Testing

@Suite struct `An item's files in JSON` {
    private static let digest = String(repeating: "0a", count: 32)

    private func files(_ json: String) throws -> [FileEntry] {
        let text = #"[{"name": "Lamp", "files": \#(json), "valueInDollars": 7}]"#
        let items = try read(.json, Array(text.utf8))
        #expect(items.first?.value == Amount(7))
        return try #require(items.first).files
    }

    private func entry(_ parts: [String]) -> String { "{\(parts.joined(separator: ","))}" }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `an item's files are the same in any notation`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = ["receipt.pdf", "Möbel, 2.pdf", "a \\\"b\\\".txt", "\\u0041.txt", "x"]
        for _ in 0..<60 {
            var expected: [FileEntry] = []
            let entries = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                let name = names.randomElement(using: &generator) ?? "x"
                let size = [0, 7, 123_456_789, 1 << 53].randomElement(using: &generator) ?? 0
                let id = FileID(of: [UInt8.random(in: 0...255, using: &generator)])
                var parts = [
                    #""name": "\#(name)""#, #""sha256" : "\#(id)""#, #""type":"text/plain""#,
                    #""bytes":\#(size)"#,
                ]
                if Bool.random(using: &generator) { parts.shuffle(using: &generator) }
                if Bool.random(using: &generator) { parts.append(#""also": [1, {"name": "y"}]"#) }
                let read = name.replacing("\\\"", with: "\"").replacing("\\u0041", with: "A")
                expected.append(FileEntry(id: id, name: read, mediaType: "text/plain", size: size))
                return entry(parts)
            }
            let space = ["", " ", "\n  "].randomElement(using: &generator) ?? ""
            let json = "[\(space)\(entries.joined(separator: "\(space),\(space)"))\(space)]"
            #expect(try files(json) == expected, "seed \(seed): \(json)")
        }
    }

    @Test(arguments: [
        #"{"name":"../x","sha256":"DIGEST","type":"text/plain","bytes":1}"#,
        #"{"name":"x","sha256":"DIGES","type":"text/plain","bytes":1}"#,
        #"{"name":"x","sha256":"DIGEST","type":"text","bytes":1}"#,
        #"{"name":"x","sha256":"DIGEST","type":"text/plain","bytes":-1}"#,
        #"{"name":"x","sha256":"DIGEST","type":"text/plain","bytes":1.5}"#,
        #"{"name":"x","sha256":"DIGEST","type":"text/plain","bytes":"1"}"#,
        #"{"name":"x","sha256":"DIGEST","type":"text/plain"}"#,
        #"{"sha256":"DIGEST","type":"text/plain","bytes":1}"#, "7", #"["x"]"#,
    ])
    func `invalid files are rejected with the expected value`(entry: String) throws {
        let good = #"{"name":"x","sha256":"DIGEST","type":"text/plain","bytes":1}"#
        for json in ["[\(entry)]", "[\(good),\(entry)]"] {
            let error = try #require(throws: FormatError.self, "\(json)") {
                try files(json.replacing("DIGEST", with: Self.digest))
            }
            #expect("\(error)".contains("a list of files"), "\(error)")
        }
    }
}
