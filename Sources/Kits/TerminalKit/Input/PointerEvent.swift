/// What was done with the mouse, seen from the view that gets it.
public struct PointerEvent: Hashable, Sendable {
    /// A button.
    public enum Button: Hashable, Sendable {
        /// The one for choosing.
        case left
        /// The wheel, pressed.
        case middle
        /// The one for menus.
        case right
    }

    /// What was done.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// A button went down.
        case press
        /// The mouse moved while the button was down.
        case drag
        /// The button came up.
        case release
        /// The wheel was turned: rows down and columns to the right are positive.
        case wheel(x: Int, y: Int)
    }

    /// What was done.
    public var kind: Kind
    /// Where, in the view's own count; can lie outside while dragging.
    public var location: Point
    /// The button; the left one for the wheel.
    public var button: Button
    /// How many presses followed each other quickly, this one included.
    public var clicks: Int
    /// What was held.
    public var modifiers: Key.Modifiers
}
