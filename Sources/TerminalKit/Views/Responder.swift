/// Something that can answer to what a person does. What it does not answer goes on to who is next: of
/// a view the one around it.
open class Responder {
    /// A responder that answers nothing.
    public init() {}

    /// Who is asked next.
    var nextResponder: Responder? { nil }

    /// A key was pressed. Returns whether it meant something here.
    open func keyDown(_ key: Key) -> Bool { false }

    /// Text was pasted. Returns whether it was taken.
    open func paste(_ text: String) -> Bool { false }

    /// Something was done with the mouse. Returns whether it meant something here; what takes a press gets
    /// everything up to the release.
    open func pointer(_ event: PointerEvent) -> Bool { false }
}

/// What was done with the mouse, seen from the view that gets it.
public struct PointerEvent: Hashable, Sendable {
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
    public var button: Mouse.Button
    /// How many presses followed each other quickly, this one included.
    public var clicks: Int
    /// What was held.
    public var modifiers: Key.Modifiers
}
