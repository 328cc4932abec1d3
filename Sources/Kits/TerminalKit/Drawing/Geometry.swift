/// A size in columns and rows. Sizes that the kit computes are never negative.
public struct Size: Hashable, Sendable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size without columns and rows.
    public static let zero = Size(width: 0, height: 0)
    /// A size larger than any screen, for measuring without limits.
    public static let unlimited = Size(width: 1 << 20, height: 1 << 20)
}

/// A position in columns and rows, counted from the upper left corner.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Creates a point.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The upper left corner.
    public static let zero = Point(x: 0, y: 0)

    static func + (one: Point, other: Point) -> Point { Point(x: one.x + other.x, y: one.y + other.y) }
    static func - (one: Point, other: Point) -> Point { Point(x: one.x - other.x, y: one.y - other.y) }
}

/// A rectangle.
public struct Rect: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// The size.
    public var size: Size

    /// Creates a rectangle. Negative sizes become 0.
    public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        origin = Point(x: x, y: y)
        size = Size(width: max(0, width), height: max(0, height))
    }

    /// Creates a rectangle. Negative sizes become 0.
    public init(origin: Point = .zero, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// An empty rectangle at the upper left corner.
    public static let zero = Rect(width: 0, height: 0)

    /// The first column.
    public var minX: Int { origin.x }
    /// The first row.
    public var minY: Int { origin.y }
    /// The column after the last one.
    public var maxX: Int { origin.x + size.width }
    /// The row after the last one.
    public var maxY: Int { origin.y + size.height }
    /// The number of columns.
    public var width: Int { size.width }
    /// The number of rows.
    public var height: Int { size.height }
    /// Whether the rectangle has no columns or no rows.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Returns whether a point is in the rectangle.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns the common part of two rectangles.
    func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
    }

    /// Returns this rectangle moved by a distance.
    func offset(by distance: Point) -> Rect { Rect(origin: origin + distance, size: size) }

    /// Returns this rectangle with less space on every side.
    public func inset(x: Int = 0, y: Int = 0) -> Rect {
        Rect(x: minX + x, y: minY + y, width: width - 2 * x, height: height - 2 * y)
    }
}

/// The space around a view.
public struct Insets: Hashable, Sendable {
    /// The rows above.
    public var top: Int
    /// The columns at the left.
    public var left: Int
    /// The rows below.
    public var bottom: Int
    /// The columns at the right.
    public var right: Int

    /// Creates insets.
    public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// Creates insets that are the same at opposite sides.
    public init(horizontal: Int, vertical: Int = 0) {
        self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
    }
}

extension Size {
    /// Returns this size without the insets.
    func inset(by insets: Insets) -> Size {
        Size(
            width: max(0, width - insets.left - insets.right),
            height: max(0, height - insets.top - insets.bottom))
    }

    /// Returns this size with the insets.
    func outset(by insets: Insets) -> Size {
        Size(width: width + insets.left + insets.right, height: height + insets.top + insets.bottom)
    }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
