import LootCore
import Testing

@testable import LootSQL

@Suite struct `Statements` {
    @Test func `values are bound and numbered in the order of their places`() {
        let condition: SQL = "\(name: "value") >= \(.integer(50)) AND name = \(.text("Lamp"))"
        let statement: SQL = "SELECT \(.flag(true)) FROM items WHERE \(condition) LIMIT \(.integer(3))"
        #expect(statement.text == "SELECT $1 FROM items WHERE \"value\" >= $2 AND name = $3 LIMIT $4")
        #expect(statement.values == [.flag(true), .integer(50), .text("Lamp"), .integer(3)])
    }

    @Test func `a name is quoted, whatever it holds`() {
        #expect(SQL(name: "a\"b").text == "\"a\"\"b\"")
    }
}
