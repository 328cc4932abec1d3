import LootCore
import Testing

@testable import LootSQL

@Suite struct `Statements` {
    @Test func `values are bound and numbered in order`() {
        let condition: SQL = "\(name: "value") >= \(.integer(50)) AND name = \(.text("Lamp"))"
        let statement: SQL = "SELECT \(.flag(true)) FROM items WHERE \(condition) LIMIT \(.integer(3))"
        #expect(statement.text == "SELECT $1 FROM items WHERE \"value\" >= $2 AND name = $3 LIMIT $4")
        #expect(statement.values == [.flag(true), .integer(50), .text("Lamp"), .integer(3)])
    }

    @Test func `a fragment with more than nine values keeps its text and their order`() {
        let part = (0..<12).reduce(into: SQL(text: "(")) { part, number in
            part.append(.integer(Int64(number)))
            part.append(text: number < 11 ? ", " : ")")
        }
        let statement: SQL = "SELECT \(.text("Lamp")) WHERE value IN \(part) AND \(.flag(true))"
        #expect(
            statement.text
                == "SELECT $1 WHERE value IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AND $14")
        #expect(statement.values == [.text("Lamp")] + (0..<12).map { .integer($0) } + [.flag(true)])
    }

    @Test func `several rows are joined into one commit, and no rows into none`() {
        func part(_ name: String) -> Commit {
            Commit(
                ItemTransaction([.insert(Item(name: name))], title: "Add"), revision: Revision(rawValue: 7),
                changes: [AppliedChange(.move(ItemID(), to: .last), inverse: .move(ItemID(), to: .first))])
        }
        #expect(CommitLog.joined([]) == nil)
        #expect(CommitLog.joined([part("A"), part("B")])?.changes.count == 2)
    }

    @Test func `any name is quoted`() {
        #expect(SQL(name: "a\"b").text == "\"a\"\"b\"")
    }
}
