/// Columns and rows; never negative as far as the kit makes them.
public struct Size: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size of these columns and rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Nothing.
    public static let zero = Size(width: 0, height: 0)
    /// As much as any view could want.
    public static let unlimited = Size(width: 1 << 20, height: 1 << 20)
}

/// A column and a row, counted from the upper left.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// The point at this column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The upper left.
    public static let zero = Point(x: 0, y: 0)

    static func + (one: Point, other: Point) -> Point { Point(x: one.x + other.x, y: one.y + other.y) }
    static func - (one: Point, other: Point) -> Point { Point(x: one.x - other.x, y: one.y - other.y) }
}

/// Columns and rows at a place.
public struct Rect: Hashable, Sendable {
    /// The upper left.
    public var origin: Point
    /// How large it is.
    public var size: Size

    /// A rectangle from its upper left.
    public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        origin = Point(x: x, y: y)
        size = Size(width: max(0, width), height: max(0, height))
    }

    /// A rectangle from its upper left.
    public init(origin: Point = .zero, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// Nothing.
    public static let zero = Rect(width: 0, height: 0)

    /// The first column.
    public var minX: Int { origin.x }
    /// The first row.
    public var minY: Int { origin.y }
    /// The column behind the last one.
    public var maxX: Int { origin.x + size.width }
    /// The row below the last one.
    public var maxY: Int { origin.y + size.height }
    /// Columns.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }
    /// Whether there is nothing in it.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Whether a point is in it.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// What two rectangles share.
    func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
    }

    /// This rectangle elsewhere.
    func offset(by distance: Point) -> Rect { Rect(origin: origin + distance, size: size) }

    /// This rectangle made smaller on every side.
    public func inset(x: Int = 0, y: Int = 0) -> Rect {
        Rect(x: minX + x, y: minY + y, width: width - 2 * x, height: height - 2 * y)
    }
}

/// The space around something.
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
