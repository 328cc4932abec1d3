/// A kind of cell: the identifier under which a list keeps such cells for reuse, and how one is made.
///
/// Declare it once and hand it to ``ListView/dequeue(_:for:)``. The type travels with it, so what comes
/// back is of the right class without a cast:
///
///     static let item = CellKind("item") { ItemCell() }
///     let cell = list.dequeue(Self.item, for: path)     // an ItemCell
public struct CellKind<Content: Cell>: Sendable {
    /// The identifier under which cells of this kind are kept.
    let identifier: String
    let make: @Sendable () -> Content

    /// A kind whose cells `make` makes. Kinds with the same identifier and class share their cells.
    public init(_ identifier: String, make: @escaping @Sendable () -> Content) {
        self.identifier = identifier
        self.make = make
    }

    var origin: CellOrigin { CellOrigin(identifier: identifier, type: ObjectIdentifier(Content.self)) }
}

/// The pool that a cell belongs to. The class is part of it, so that two kinds that share an identifier by
/// mistake never get each other's cells.
struct CellOrigin: Hashable {
    var identifier: String
    var type: ObjectIdentifier
}

/// Cells that are off the screen and wait to be used again.
struct CellPool {
    private var waiting: [CellOrigin: [Cell]] = [:]

    mutating func take<Content: Cell>(_ kind: CellKind<Content>) -> Content? {
        guard let cell = waiting[kind.origin]?.popLast() as? Content else { return nil }
        cell.isPooled = false
        return cell
    }

    mutating func put(_ cell: Cell) {
        guard let origin = cell.origin, !cell.isPooled else { return }
        cell.isPooled = true
        waiting[origin, default: []].append(cell)
    }
}
