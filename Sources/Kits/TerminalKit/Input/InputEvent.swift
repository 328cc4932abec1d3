/// One thing that came in from a terminal.
package enum InputEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Something was done with the mouse.
    case mouse(Mouse)
    /// Text was pasted; line ends are line feeds.
    case paste(String)
    /// The terminal's window came to the front, or went away from it.
    case focus(Bool)
    /// The terminal answered a question.
    case reply(TerminalReply)
}

/// What was done with the mouse, and where.
package struct Mouse: Hashable, Sendable {
    /// What was done.
    package enum Action: Hashable, Sendable {
        /// A button went down.
        case press(PointerEvent.Button)
        /// The mouse moved with a button down.
        case drag(PointerEvent.Button)
        /// A button came up.
        case release
        /// The mouse moved.
        case move
        /// The wheel was turned by one notch: rows down and columns to the right are positive.
        case wheel(x: Int, y: Int)
    }

    /// What was done.
    var action: Action
    /// Where, counted from zero.
    var location: Point
    /// What was held.
    var modifiers: Key.Modifiers

    /// Something done with the mouse.
    package init(_ action: Action, at location: Point, _ modifiers: Key.Modifiers = []) {
        self.action = action
        self.location = location
        self.modifiers = modifiers
    }
}

/// A terminal's answer to a question.
package enum TerminalReply: Hashable, Sendable {
    /// Whether it knows a private mode.
    case mode(Int, isKnown: Bool)
    /// It speaks kitty's keyboard protocol; these flags are on.
    case keyboard(flags: Int)
    /// It takes pictures by kitty's protocol.
    case pictures
    /// It takes pictures as sixels.
    case sixels
    /// How many pixels a cell has.
    case cellSize(Size)
    /// The color of its background.
    case background(red: UInt8, green: UInt8, blue: UInt8)
}
