/// A condition prepared for many items: fields are looked up and constants are folded once.
package struct ItemTest: Sendable {
    private let passes: @Sendable (Item) -> Bool

    /// A test that an item passes if `passes` returns true.
    package init(_ passes: @escaping @Sendable (Item) -> Bool) { self.passes = passes }

    /// Returns whether an item passes.
    package func callAsFunction(_ item: Item) -> Bool { passes(item) }

    /// Passes items that pass every test, in the order of the tests.
    package static func all(_ tests: [ItemTest]) -> ItemTest {
        tests.count == 1 ? tests[0] : ItemTest { item in tests.allSatisfy { $0(item) } }
    }

    /// Passes items that pass one of the tests, in the order of the tests.
    package static func any(_ tests: [ItemTest]) -> ItemTest {
        ItemTest { item in tests.contains { $0(item) } }
    }

    /// Passes items that don't pass a test.
    package static func not(_ test: ItemTest) -> ItemTest { ItemTest { !test($0) } }
}
