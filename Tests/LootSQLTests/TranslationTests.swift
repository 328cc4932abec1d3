import LootCore
import LootQueryText
import LootTesting
import Testing
import TextSearch

@testable import LootSQL

@Suite struct `Translated queries` {
    private func condition(_ filter: String, _ dialect: SQLDialect = .plain) throws -> SQLCondition {
        var translation = FilterTranslation(for: dialect)
        return translation.condition(try Filter(parsing: filter))
    }

    @Test func `texts are compared by their folded forms`() throws {
        let condition = try condition("location = \"Küche\"")
        #expect(condition.isExact)
        #expect(condition.sql?.text == "\"location_folded\" = $1")
        #expect(condition.sql?.values == [.text("kuche")])
    }

    @Test func `conditions on empty values don't match in a database`() throws {
        #expect(
            try condition("not (location = attic)").sql?.text
                == "NOT coalesce(\"location_folded\" = $1, FALSE)")
    }

    @Test func `the core evaluates untranslatable parts, and the others narrow the result`() throws {
        let condition = try condition("value > 50 and custom.Color = red")
        #expect(!condition.isExact)
        #expect(condition.sql?.text == "((\"value\", \"value_fraction\") > ($1, $2))")
        #expect(try self.condition("value > 50 or custom.Color = red").sql == nil)
        #expect(try self.condition("not (value > 50 and custom.Color = red)").sql == nil)
    }

    @Test func `a prefix is a range that uses an index`() throws {
        let condition = try condition("name ^ Shi")
        #expect(condition.sql?.text == "(\"name_folded\" >= $1 AND \"name_folded\" < $2)")
        #expect(condition.sql?.values == [.text("shi"), .text("shj")])
    }

    @Test(arguments: [
        ("a", "b"), ("a\u{10FFFF}", "b"), ("\u{D7FF}", "\u{E000}"), ("\u{10FFFF}", nil), ("", nil),
    ])
    func `the end of a range is the first text after it`(prefix: String, end: String?) {
        #expect(FilterTranslation.end(ofPrefix: prefix) == end)
    }

    @Test func `the core evaluates a filter with thousands of parts`() {
        let parts = (0..<5000).map { Filter.compare("valueInDollars", .equal, .integer($0)) }
        var translation = FilterTranslation(for: .plain)
        #expect(translation.condition(.any(parts)).sql == nil)
        var other = FilterTranslation(for: .plain)
        let all = other.condition(.all(parts))
        #expect(!all.isExact && (all.sql?.values.count ?? 0) <= 400)
    }

    @Test func `an order has a position for empty values, and ends with the user's order`() {
        let query = Query(sort: [SortKey("location", .descending), SortKey("valueInDollars")])
        let nothingLast = "\"location_folded\" DESC NULLS LAST, \"value\" ASC NULLS LAST"
        #expect(
            QueryTranslation(query, for: .plain).orderClause.text
                == "ORDER BY \(nothingLast), \"value_fraction\" ASC NULLS LAST, place")
        #expect(!QueryTranslation(Query(sort: [SortKey("custom.Color")]), for: .plain).isPageable)
    }

    @Test func `tags are sorted like lists`() {
        let lists = [["a"], ["a", "b"], ["ab"], ["", "b"], ["B"], ["é", "z"], ["a", "", "c"]]
        for left in lists {
            for right in lists {
                // The order of scalars, as in databases, differs from Swift's order.
                let (one, other) = (ItemColumns.folded(left).utf8, ItemColumns.folded(right).utf8)
                let folded: Order =
                    one.lexicographicallyPrecedes(other)
                    ? .ascending : other.lexicographicallyPrecedes(one) ? .descending : .same
                #expect(folded == FieldValue.order(.list(left), .list(right)), "\(left) \(right)")
            }
        }
    }

    @Test func `each field has a column, and an invalid value is damage of that field`()
        throws
    {
        let columns = ItemColumns.current
        let names = Field.all.flatMap { $0.type == .amount ? [$0.name, "\($0.name)_fraction"] : [$0.name] }
        #expect(columns.read.map(\.name) == ["id"] + names + ["custom", "foreign_fields"])
        func column(_ field: Field) -> Int { columns.read.firstIndex { $0.name == field.name } ?? 0 }
        let values = columns.values(of: Item(name: "Lamp"))
        for field in Field.all where ![.text, .flag].contains(field.type) {
            var values = values
            values[column(field)] = .text("nonsense")
            let error = #expect(throws: LootError.self) {
                _ = try withRow(of: values) { try columns.item(in: $0, from: 0) }
            }
            #expect(error?.code == .damaged && error?.reason.text.contains("“\(field.name)”") == true)
        }
        for field in Field.all
        where field.traits.contains(.alwaysWritten) && !field.traits.contains(.clearable) {
            var values = values
            values[column(field)] = .null
            #expect(throws: LootError.self, "\(field.name)") {
                _ = try withRow(of: values) { try columns.item(in: $0, from: 0) }
            }
        }
    }

    @Test func `an item is read from its columns unchanged`() throws {
        for item in ItemFixtures.items(200, seed: 9) {
            let columns = ItemColumns.current
            let values = columns.values(of: item)
            #expect(values.count == columns.all.count)
            let found = try withRow(of: values) { try columns.item(in: $0, from: 0) }
            #expect(found.difference(from: item) == nil)
        }
    }
}

@Suite struct `Rows of a result` {
    @Test func `PostgreSQL's text values are parsed to their types`() throws {
        let texts = [
            "t", "f", "-12", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-", "",
            "1.5", "\\x00fF", "\\x00f", "\\xzz", "\\x",
        ]
        try withRow(of: texts.map { .text($0) } + [.null]) { row in
            let columns = 0...texts.count
            #expect(columns.map { row.text($0) } == texts + [nil])
            #expect(columns.map { row.isNull($0) } == texts.map { _ in false } + [true])
            #expect(row.flag(0) == true && row.flag(1) == false && row.flag(13) == nil)
            #expect(
                columns.map { row.integer($0) } == [
                    nil, nil, -12, .max, .min, nil, nil, nil, nil, nil, nil, nil, nil, nil,
                ])
            #expect(columns.map { row.bytes($0) }[9...] == [nil, nil, nil, [], nil])
        }
        try withRow(of: [.text("\\x00ff"), .integer(1), .flag(false)]) { row in
            #expect(row.bytes(0) == [0, 255] && row.text(1) == nil && row.bytes(1) == nil)
            #expect(row.flag(1) == true && row.flag(2) == false && row.integer(0) == nil)
        }
    }
}

/// Runs `body` with a row of these values.
private func withRow<Result>(of values: [SQLValue], _ body: (SQLRow) throws -> Result) throws -> Result {
    // A row doesn't own its strings, so they must remain valid until `body` returns.
    let texts = values.map { value in
        var bytes: [UInt8] = []
        if case .text(let text) = value { bytes = Array(text.utf8) }
        let held = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = held.initialize(from: bytes)
        return UnsafeBufferPointer(held)
    }
    defer {
        for text in texts { text.deallocate() }
    }
    let cells = zip(values, texts).map { value, text -> SQLRow.Cell in
        switch value {
        case .integer(let number): .integer(number)
        case .flag(let flag): .integer(flag ? 1 : 0)
        case .text: .text(text)
        case .null, .bytes: .null
        }
    }
    return try body(SQLRow(cells))
}

@Suite struct `Labels in the user's order` {
    @Test func `there is a label between any two that aren't adjacent`() {
        #expect(Places.between(nil, nil) == 0)
        #expect(Places.between(5, nil) == 5 + Places.gap)
        #expect(Places.between(nil, 5) == 5 - Places.gap)
        #expect(Places.between(-3, 1) == -1)
        #expect(Places.between(4, 5) == nil)
        #expect(Places.between(Places.bounds.upperBound, nil) == nil)
    }

    @Test func `wider ranges contain more items and are less full`() {
        for power in 8..<60 {
            #expect(Places.capacity(power: power + 1) >= Places.capacity(power: power))
            #expect(Double(Places.capacity(power: power)) / Double(UInt64(1) << UInt64(power)) < 0.1)
        }
    }
}
