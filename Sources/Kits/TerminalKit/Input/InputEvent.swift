/// An event from a terminal.
package enum InputEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// A mouse event.
    case mouse(Mouse)
    /// Pasted text. Line breaks are line feeds.
    case paste(String)
    /// Whether the terminal's window became active.
    case focus(Bool)
    /// A reply to a query.
    case reply(TerminalReply)
}

/// A mouse event.
package struct Mouse: Hashable, Sendable {
    /// The kind of a mouse event.
    package enum Action: Hashable, Sendable {
        /// A button was pressed.
        case press(PointerEvent.Button)
        /// The mouse was moved with a button pressed.
        case drag(PointerEvent.Button)
        /// A button was released.
        case release
        /// The mouse was moved.
        case move
        /// The wheel was turned by one notch. Down and to the right are positive.
        case wheel(x: Int, y: Int)
    }

    /// The kind of event.
    var action: Action
    /// The position, counted from zero.
    var location: Point
    /// The modifiers held during the event.
    var modifiers: Key.Modifiers

    /// Creates an event.
    package init(_ action: Action, at location: Point, _ modifiers: Key.Modifiers = []) {
        self.action = action
        self.location = location
        self.modifiers = modifiers
    }
}

/// A terminal's reply to a query.
package enum TerminalReply: Hashable, Sendable {
    /// Whether the terminal supports a private mode.
    case mode(Int, isKnown: Bool)
    /// The terminal supports kitty's keyboard protocol, with these flags.
    case keyboard(flags: Int)
    /// The terminal supports images with kitty's protocol.
    case pictures
    /// The terminal supports sixels.
    case sixels
    /// The size of a cell in pixels.
    case cellSize(Size)
    /// The background color.
    case background(red: UInt8, green: UInt8, blue: UInt8)
}
