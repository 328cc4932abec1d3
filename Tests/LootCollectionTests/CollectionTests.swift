import LootCore
import Testing

@testable import LootCollection

@Suite struct `A collection` {
    private func items(_ count: Int) -> [Item] {
        (0..<count).map { Item(name: "Item \($0)", valueInDollars: $0, dateCreated: .first) }
    }

    @Test func `a collection rejects duplicate ids`() {
        let item = Item(name: "Lamp")
        #expect(throws: LootError.duplicate(item.id)) { try ItemCollection([item, item]) }
    }

    @Test func `a collection keeps its order if all items move to the same position`() throws {
        var collection = try ItemCollection(items(3000))
        var expected = Array(collection.items)
        for item in items(3000) {
            _ = try collection.apply([.insert(item, at: 1)])
            expected.insert(item, at: 1)
        }
        #expect(Array(collection.items) == expected)
        for _ in 0..<3000 {
            let last = expected.removeLast()
            _ = try collection.apply([.move(last.id, to: 1)])
            expected.insert(last, at: 1)
        }
        for item in items(3000) {
            let middle = expected.count / 2
            _ = try collection.apply([.insert(item, at: .position(middle))])
            expected.insert(item, at: middle)
        }
        #expect(Array(collection.items) == expected)
        #expect(collection.brokenInvariants() == [])
    }

    @Test func `a collection relabels only nearby items`() throws {
        var collection = try ItemCollection(items(20_000))
        let before = (0..<Slot(20_000)).map { collection.labels[$0] }
        for item in items(2000) { _ = try collection.apply([.insert(item, at: 10_000)]) }
        let touched = (0..<Slot(20_000)).count { collection.labels[$0] != before[Int($0)] }
        #expect(touched < 2000)
        #expect(collection.brokenInvariants() == [])
    }

    @Test func `a collection reverts the earlier changes of a failed transaction`() throws {
        // The item's name was accepted on creation, but a change couldn't set it.
        let odd = Item(name: "\n", valueInDollars: 3, dateCreated: .first)
        var collection = try ItemCollection(items(5) + [odd])
        let query = Query(sort: [SortKey("valueInDollars", .descending)])
        let page = collection.page(of: query, rows: 0..<10, at: .initial)
        let first = try #require(page.items.last)
        let changes: [Change] = [
            .update(odd.id, ["name": .text("Even"), "valueInDollars": .integer(80)]), .remove(first.id),
            .insert(Item(name: "New"), at: 0), .move(odd.id, to: 0), .remove(first.id),
        ]
        #expect(throws: LootError.missing(first.id).inChange(4)) { try collection.apply(changes) }
        #expect(collection.page(of: query, rows: 0..<10, at: .initial) == page)
        #expect(collection.item(odd.id) == odd)
        #expect(collection.brokenInvariants() == [])
    }

    @Test func `a copied collection doesn't change`() throws {
        var random = RandomInventory(seed: Seeds.seed(of: 0))
        var collection = try ItemCollection(items(5000))
        let query = Query(sort: [SortKey("name")], sectioning: TestSectioning(.flag("isFavorite")))
        let outline = collection.outline(of: query, at: .initial)
        var copy = collection
        let sequence = collection.items
        for _ in 0..<500 {
            _ = try? collection.apply([random.change(of: items(0) + collection.items.prefix(50))])
        }
        #expect(Array(collection.items.prefix(3000)) != Array(copy.items.prefix(3000)))
        #expect(Array(copy.items) == Array(sequence))
        #expect(sequence.enumerated().allSatisfy { $0.element.name == "Item \($0.offset)" })
        #expect(copy.outline(of: query, at: .initial) == outline)
        #expect(copy.brokenInvariants() == [])
        #expect(collection.brokenInvariants() == [])
    }

    @Test func `the number of cached results is limited`() throws {
        var collection = try ItemCollection(items(10), warmQueries: 3)
        for bound in 0..<20 {
            let filter = Filter.compare("valueInDollars", .less, .integer(bound))
            #expect(collection.outline(of: Query(filter: filter), at: .initial).count == min(10, bound))
        }
        #expect(collection.warm.count == 3)
        #expect(collection.isWarm(Query(filter: .compare("valueInDollars", .less, .integer(19)))))
        #expect(!collection.isWarm(Query(filter: .compare("valueInDollars", .less, .integer(1)))))
    }

    @Test func `a narrower search uses the results of the wider one, and both stay current`() throws {
        var collection = try ItemCollection(items(300))
        var list = ItemList(items(0) + collection.items)
        for text in ["it", "item 1", "item 12", "item 12 em", "2"] {
            let query = Query(search: Search(text), sort: [SortKey("valueInDollars", .descending)])
            let page = collection.page(of: query, rows: 0..<300, at: .initial)
            #expect(page == list.page(of: query, rows: 0..<300, at: .initial))
            let change = Change.insert(Item(name: "Item 12 of \(text)", valueInDollars: 5), at: 7)
            #expect(try collection.apply([change]) == list.apply([change]))
            #expect(collection.outline(of: query, at: .initial) == list.outline(of: query, at: .initial))
        }
    }

    @Test func `many sections stay current as they appear and disappear`() throws {
        var collection = try ItemCollection(items(1000))
        var list = ItemList(Array(collection.items))
        let query = Query(sectioning: TestSectioning(.value("name"), .descending))
        var random = RandomInventory(seed: Seeds.seed(of: 0))
        #expect(collection.outline(of: query, at: .initial) == list.outline(of: query, at: .initial))
        for step in 0..<600 {
            let item = random.pick(list.items)
            let change: Change =
                step.isMultiple(of: 2)
                ? .update(item.id, ["name": .text("Other \(step % 300)")]) : .remove(item.id)
            _ = try collection.apply([change])
            _ = try list.apply([change])
            let last = random.pick(list.items)
            let row = collection.position(of: last.id, in: query)
            #expect(row.map { collection.page(of: query, rows: $0..<$0 + 1, at: .initial).items } == [last])
        }
        for name in 0..<600 { _ = try collection.apply([.insert(Item(name: "Added \(name)"))]) }
        list = ItemList(Array(collection.items))
        #expect(collection.outline(of: query, at: .initial) == list.outline(of: query, at: .initial))
        #expect(collection.brokenInvariants() == [])
    }

    @Test func `an inconsistent sectioning does no harm`() throws {
        var collection = try ItemCollection(items(300))
        let query = Query(sectioning: FickleSectioning())
        var random = RandomInventory(seed: Seeds.seed(of: 0))
        for _ in 0..<300 {
            let outline = collection.outline(of: query, at: .initial)
            #expect(outline.count == collection.count)
            let items = Array(collection.items)
            _ = collection.position(of: random.pick(items).id, in: query)
            _ = try? collection.apply([random.change(of: items)])
        }
    }
}

/// A sectioning that returns different sections for the same item.
private struct FickleSectioning: Sectioning {
    var direction: SortDirection { Bool.random() ? .ascending : .descending }
    func key(for item: Item) -> SectionKey { .number(Int.random(in: 0..<5)) }
    func title(for key: SectionKey) -> String { "" }
}
