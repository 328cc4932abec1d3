/// Lists that show the same data, such as two windows on it. Updates go to all of them.
///
/// Each list keeps its own cursor, selection and scroll position.
public final class ListGroup {
    private struct Member {
        weak var list: ListView?
    }

    private var members: [Member] = []

    /// Creates a group. It doesn't retain its lists.
    public init(_ lists: [ListView] = []) { for list in lists { add(list) } }

    /// The lists that still exist.
    public var lists: [ListView] { members.compactMap(\.list) }

    /// Adds a list.
    public func add(_ list: ListView) {
        guard !lists.contains(where: { $0 === list }) else { return }
        members.removeAll { $0.list == nil }
        members.append(Member(list: list))
    }

    /// Removes a list.
    public func remove(_ list: ListView) { members.removeAll { $0.list === list || $0.list == nil } }

    /// Applies updates to all lists.
    ///
    /// - Throws: The first list's ``InternalInconsistency``, after all lists were updated.
    public func apply(_ updates: ListUpdates) throws(InternalInconsistency) {
        var problem: InternalInconsistency?
        for list in lists {
            do { try list.apply(updates) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }

    /// Reloads all lists.
    public func reloadData() { for list in lists { list.reloadData() } }

    /// Reloads the cells of rows in all lists.
    public func reload(rows: some Sequence<RowPath>) {
        let rows = Array(rows)
        for list in lists { list.reload(rows: rows) }
    }
}
