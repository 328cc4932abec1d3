/// A mouse event, as seen by the view that receives it.
public struct PointerEvent: Hashable, Sendable {
    /// A button.
    public enum Button: Hashable, Sendable {
        /// The primary button.
        case left
        /// The pressed wheel.
        case middle
        /// The button for menus.
        case right
    }

    /// The kind of an event.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// A button was pressed.
        case press
        /// The mouse was moved with a button pressed.
        case drag
        /// A button was released.
        case release
        /// The wheel was turned. Down and to the right are positive.
        case wheel(x: Int, y: Int)
    }

    /// The kind of event.
    public var kind: Kind
    /// The position in the view. It may be outside during dragging.
    public var location: Point
    /// The button. The left one for the wheel.
    public var button: Button
    /// The number of presses in quick succession, including this one.
    public var clicks: Int
    /// The modifiers held during the event.
    public var modifiers: Key.Modifiers
}
