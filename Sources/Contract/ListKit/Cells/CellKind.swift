/// A kind of cell: a reuse identifier and a factory.
///
/// Declare it once and pass it to ``ListView/dequeue(_:for:)``, which returns a cell of the right class without a
/// cast:
///
///     static let item = CellKind("item") { ItemCell() }
///     let cell = list.dequeue(Self.item, for: path)     // an ItemCell
public struct CellKind<Content: Cell>: Sendable {
    /// The reuse identifier.
    let identifier: String
    let make: @Sendable () -> Content

    /// Creates a kind of cell. Kinds with the same identifier and class share their cells.
    public init(_ identifier: String, make: @escaping @Sendable () -> Content) {
        self.identifier = identifier
        self.make = make
    }

    var origin: CellOrigin { CellOrigin(identifier: identifier, type: ObjectIdentifier(Content.self)) }
}

/// Identifies the pool that a cell belongs to.
///
/// The class is part of it, so that kinds that share an identifier by mistake never receive each other's cells.
struct CellOrigin: Hashable {
    var identifier: String
    var type: ObjectIdentifier
}

/// Cells that have left the screen and can be reused.
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
