/// Lists that show the same data, as two windows on it do: what has happened to the data is told to all of them at once.
/// Cursor, selection and screen stay each list's own.
package final class ListGroup {
    private struct Member {
        weak var list: ListView?
    }

    private var members: [Member] = []

    /// A group of lists, which it does not keep alive.
    package init(_ lists: [ListView] = []) { for list in lists { add(list) } }

    /// The lists that are still there.
    package var lists: [ListView] { members.compactMap(\.list) }

    /// Has another list follow, from now on.
    package func add(_ list: ListView) {
        guard !lists.contains(where: { $0 === list }) else { return }
        members.removeAll { $0.list == nil }
        members.append(Member(list: list))
    }

    /// Has a list follow no longer.
    package func remove(_ list: ListView) { members.removeAll { $0.list === list || $0.list == nil } }

    /// Tells all lists what has happened to the data.
    ///
    /// - Throws: The first list's complaint where the data does not agree; the others are told all the same.
    package func apply(_ updates: ListUpdates) throws(InternalInconsistency) {
        var problem: InternalInconsistency?
        for list in lists {
            do { try list.apply(updates) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }

    /// Has all lists ask for everything anew.
    package func reloadData() { for list in lists { list.reloadData() } }

    /// Has all lists ask anew for the cells of rows.
    package func reload(rows: some Sequence<RowPath>) {
        let rows = Array(rows)
        for list in lists { list.reload(rows: rows) }
    }
}
