import LootCore
import Testing

@testable import LootFormats

@Suite struct `Changes as JSON` {
    private func document(_ text: String) throws -> DocumentValue {
        try DocumentValue(json: Array(text.utf8).span, strict: true)
    }

    @Test(arguments: [UInt64](1...40))
    func `come out as they went in`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let changes = (0..<8).flatMap { _ -> [Change] in
            let old = Item.plain(&generator)
            var new = Item.plain(&generator).identified(by: old.id)
            new.custom = [
                "a/b~c": .text("\u{2028}\""), "n": .integer(.min), "d": .decimal(0.1), "f": .flag(true),
                "m": .moment(new.dateCreated), "day": .day(new.dateCreated.day),
            ]
            new.tags = ["x, y", "z"]
            new.purchaseDate = Day("2026-02-03")
            new.foreign = [ForeignField("later", .object([ForeignField("k", .null)]))]
            return [
                .insert(new, at: Int.random(in: 0...9, using: &generator)), .insert(old),
                .update(old.id, Patch(from: old, to: new)), .update(old.id, Patch(from: new, to: old)),
                .move(old.id, to: 3), .remove(old.id),
            ]
        }
        var bytes: [UInt8] = []
        let commit = Commit(
            revision: Revision(rawValue: 7), date: Moment("2026-01-02T03:04:05Z") ?? .now, title: "“T”",
            changes: changes.map { AppliedChange($0, inverse: $0) })
        ChangeWriter().append(commit, to: &bytes)
        let read = try DocumentValue(json: bytes.span, strict: true)
        let list = try #require(read["changes"])
        let back = try ChangeReader.read(list) { $0.changes($1) }
        for (left, right) in zip(back, changes) { #expect(left == right, "seed \(seed)") }
        #expect(back.count == changes.count)
        #expect(read["revision"]?.content == .number("7"))
        #expect(try ChangeReader.read(read) { $0.commit($1) } == commit, "seed \(seed)")
        let transaction = Transaction(
            changes, title: "“T”", expecting: Revision(rawValue: .max), purpose: .redo(Revision(rawValue: 3)))
        var batch: [UInt8] = []
        ChangeWriter().append(transaction, to: &batch)
        let document = try DocumentValue(json: batch.span, strict: true)
        #expect(try ChangeReader.read(document) { $0.transaction($1) } == transaction, "seed \(seed)")
    }

    @Test func `tell what is no commit and no batch`() throws {
        for text in [
            #"{"revision": 1, "title": "T", "changes": [], "inverses": []}"#, "5",
            #"{"revision": 1, "date": "2026-01-02T03:04:05Z", "title": "T", "changes": [], "inverses": [5]}"#,
        ] {
            #expect(throws: InvalidDocument.self) {
                try ChangeReader.read(try document(text)) { $0.commit($1) }
            }
        }
        for text in [
            #"{"title": "T"}"#, #"{"changes": [], "revision": -1}"#, #"{"changes": [], "undoes": "x"}"#,
        ] {
            #expect(throws: InvalidDocument.self) {
                try ChangeReader.read(try document(text)) { $0.transaction($1) }
            }
        }
    }

    @Test func `tell every wrong value by its place`() throws {
        let text = #"""
            [{"insert": {"valueInDollars": 1.5, "custom": {"a/b": [], "c": 1e999, "d": null}}, "at": -1},
             {"update": "x", "set": {"name": null, "tags": ["", 1], "nmae": 1}}, {"remove": 1, "at": 2}, 5]
            """#
        let error = #expect(throws: InvalidDocument.self) {
            try ChangeReader.read(try document(text)) { $0.changes($1) }
        }
        #expect(
            error?.problems.map(\.pointer) == [
                "/0/insert/valueInDollars", "/0/insert/custom/a~1b", "/0/insert/custom/c",
                "/0/insert/custom/d", "/0/at",
                "/1/update", "/1/set/name", "/1/set/tags", "/1/set/nmae", "/2", "/3",
            ])
        #expect(error?.problems.first { $0.pointer == "/1/set/nmae" }?.error.next.contains("name") == true)
    }

    @Test func `take whole numbers however JSON writes them`() throws {
        let patch = try ChangeReader.read(document(#"{"valueInDollars": 4e1}"#)) { $0.patch($1) }
        #expect(patch["valueInDollars"] == .some(.integer(40)))
    }
}
