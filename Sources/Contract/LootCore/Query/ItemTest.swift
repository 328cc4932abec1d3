/// A condition optimized for many items: fields are looked up and constants folded in advance.
package struct ItemTest: Sendable {
    private let passes: @Sendable (Item) -> Bool

    /// Creates a test from a function.
    package init(_ passes: @escaping @Sendable (Item) -> Bool) { self.passes = passes }

    /// Returns whether an item passes.
    package func callAsFunction(_ item: Item) -> Bool { passes(item) }

    /// Returns a test for items that pass all tests, in order.
    package static func all(_ tests: [ItemTest]) -> ItemTest {
        tests.count == 1 ? tests[0] : ItemTest { item in tests.allSatisfy { $0(item) } }
    }

    /// Returns a test for items that pass at least one of the tests, in order.
    package static func any(_ tests: [ItemTest]) -> ItemTest {
        ItemTest { item in tests.contains { $0(item) } }
    }

    /// Returns a test for items that don't pass a test.
    package static func not(_ test: ItemTest) -> ItemTest { ItemTest { !test($0) } }
}
