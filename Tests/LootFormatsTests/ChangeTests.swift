import LootCore
import Testing

@testable import LootFormats

@Suite struct `Changes as JSON` {
    private func document(_ text: String) throws -> DocumentValue {
        try DocumentValue(json: Array(text.utf8).span, strict: true)
    }

    @Test(arguments: [UInt64](1...40))
    func `changes are decoded as they were encoded`(seed: UInt64) throws {
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
                .insert(new, at: .position(Int.random(in: 0...9, using: &generator))), .insert(old),
                .update(old.id, Patch(from: old, to: new)), .update(old.id, Patch(from: new, to: old)),
                .move(old.id, to: 3), .remove(old.id), .insert(old, at: .first), .move(old.id, to: .last),
                .insert(old, at: .before(new.id)), .move(old.id, to: .after(new.id)),
            ]
        }
        var bytes: [UInt8] = []
        let commit = Commit(
            revision: Revision(rawValue: 7), date: Moment("2026-01-02T03:04:05Z") ?? .now, title: "“T”",
            author: seed.isMultiple(of: 2) ? "“Zoë”" : nil,
            changes: changes.map { AppliedChange($0, inverse: $0) })
        ChangeWriter().append(commit, to: &bytes)
        let read = try DocumentValue(json: bytes.span, strict: true)
        let list = try #require(read["changes"])
        let back = try ChangeReader.read(list) { $0.changes($1) }
        for (left, right) in zip(back, changes) { #expect(left == right, "seed \(seed)") }
        #expect(back.count == changes.count)
        #expect(read["revision"]?.content == .number("7"))
        #expect(try ChangeReader.read(read) { $0.commit($1) } == commit, "seed \(seed)")
        let transaction = ItemTransaction(
            changes, title: "“T”", expecting: Revision(rawValue: .max),
            conditions: changes.flatMap { change -> [Condition] in
                switch change {
                case .insert(let item, _): [.item(item.id, item.digest)]
                case .update(let id, let patch): [.fields(id, patch)]
                default: []
                }
            }, author: "Zoë", purpose: .redo(Revision(rawValue: 3)))
        var batch: [UInt8] = []
        ChangeWriter().append(transaction, to: &batch)
        let document = try DocumentValue(json: batch.span, strict: true)
        #expect(try ChangeReader.read(document) { $0.transaction($1) } == transaction, "seed \(seed)")
    }

    @Test func `changes can contain an item with very many custom fields`() throws {
        var text = #"{"name": "Lamp", "custom": {"#
        for number in 0..<100_000 { text += #""field \#(number)": \#(number), "# }
        text += #""last": 0}}"#
        let read = try document(text)
        #expect(try ChangeReader.read(read) { $0.item($1) }.custom.count == 100_001)
    }

    @Test func `a record of version 1.0 is a commit without an author`() throws {
        let id: [UInt8] = [UInt8](repeating: 0, count: 16)
        let bytes: [UInt8] =
            [7, 0, 1, UInt8(ascii: "T"), 0, 2, 2] + id + [6, 2] + id + [0] + [0, 1] + id + [0, 0, 4]
        let commit = try CommitRecord(revision: Revision(rawValue: 7), bytes: bytes).commit()
        let nobody = ItemID(high: 0, low: 0)
        #expect(commit.author == nil && commit.title == "T" && commit.changes.count == 2)
        #expect(
            commit.changes.first
                == AppliedChange(.move(nobody, to: 3), inverse: .move(nobody, to: 0)))
        #expect(commit.changes.last?.change.item == nobody && commit.changes.last?.inverse == .remove(nobody))
    }

    @Test func `a record contains the author and the bytes of changed items`() throws {
        let id = ItemID()
        let commit = Commit(
            revision: Revision(rawValue: 9), date: .first, title: "T", author: "Zoë",
            changes: [AppliedChange(.move(id, to: 3), inverse: .move(id, to: 0))])
        let record = CommitRecord(commit)
        #expect(try record.commit() == commit)
        let (found, other) = (CommitRecord.bytes(of: id), CommitRecord.bytes(of: ItemID()))
        #expect(record.contains(BytePattern(found)) && !record.contains(BytePattern(other)))
    }

    @Test func `a pattern of bytes is found at any position`() {
        let text = Array("abcabdabcabcabe".utf8)
        for start in text.indices {
            for end in start + 1...text.count {
                #expect(BytePattern(Array(text[start..<end])).occurs(in: text))
            }
        }
        for other in ["abf", "bba", "abcabeb", "abcabdabcabcabea", "x"] {
            #expect(!BytePattern(Array(other.utf8)).occurs(in: text))
        }
    }

    @Test func `invalid conditions and destinations are rejected`() throws {
        let id = ItemID()
        for text in [
            #"{"changes": [], "conditions": 5}"#, #"{"changes": [], "conditions": [{}]}"#,
            #"{"changes": [], "conditions": [{"item": "\#(id)", "digest": "12"}]}"#,
            #"{"changes": [], "conditions": [{"item": "x", "fields": {}}]}"#,
            #"{"changes": [], "conditions": [{"item": "\#(id)", "fields": {}, "digest": "x"}]}"#,
            #"{"changes": [], "author": "a\u001bb"}"#,
            #"{"changes": [{"move": "\#(id)", "to": "middle"}]}"#,
            #"{"changes": [{"move": "\#(id)", "to": 1, "before": "\#(id)"}]}"#,
            #"{"changes": [{"move": "\#(id)"}]}"#, #"{"changes": [{"move": "\#(id)", "after": 5}]}"#,
        ] {
            #expect(throws: InvalidDocument.self, "\(text)") {
                try ChangeReader.read(try document(text)) { $0.transaction($1) }
            }
        }
    }

    @Test func `invalid commits and batches are rejected`() throws {
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

    @Test func `every invalid value is reported with its position`() throws {
        let text = #"""
            [{"insert": {"valueInDollars": 1.23456, "custom": {"a/b": [], "c": 1e999, "d": null}}, "at": -1},
             {"update": "x", "set": {"name": null, "tags": ["", 1], "nmae": 1}}, {"remove": 1, "at": 2}, 5]
            """#
        let error = #expect(throws: InvalidDocument.self) {
            try ChangeReader.read(try document(text)) { $0.changes($1) }
        }
        #expect(
            error?.problems.map(\.pointer) == [
                "/0/insert/valueInDollars", "/0/insert/custom/a~1b", "/0/insert/custom/c",
                "/0/insert/custom/d", "/0/insert/name", "/0/at",
                "/1/update", "/1/set/name", "/1/set/tags", "/1/set/nmae", "/2", "/3",
            ])
        #expect(
            error?.problems.first { $0.pointer == "/1/set/nmae" }?.error.advice.text.contains("name") == true)
    }

    @Test func `numbers are accepted in any JSON notation`() throws {
        let patch = try ChangeReader.read(document(#"{"valueInDollars": 4e1}"#)) { $0.patch($1) }
        #expect(patch["valueInDollars"] == .some(.amount(40)))
    }
}
