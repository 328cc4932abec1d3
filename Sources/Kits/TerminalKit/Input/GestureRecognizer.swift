/// Finds in what the mouse does in a view what a person means by it. Make a subclass, or take one of the kit's.
///
/// A view's recognizers see each event before the view does, the innermost view's first. One that has recognized
/// something has the mouse to itself until the button comes up.
package class GestureRecognizer {
    /// How far a gesture has come.
    package enum State: Hashable, Sendable {
        /// Nothing has been recognized.
        case possible
        /// A gesture goes on, and this is its beginning, one of its changes or its end.
        case began, changed, ended
    }

    /// How far the gesture has come.
    private(set) var state = State.possible
    /// Where it is, in the view's own count.
    var location = Point.zero
    /// Whether it looks for anything.
    package var isEnabled = true
    /// The view that it belongs to.
    weak var view: View?
    private let action: (GestureRecognizer) -> Void

    /// A recognizer, and what is done when something is recognized.
    package init(action: @escaping (GestureRecognizer) -> Void = { _ in }) { self.action = action }

    /// An event came. Call ``recognize(_:)`` where it means something.
    func follow(_ event: PointerEvent) {}

    /// Takes note of a gesture, and has its action done. After an end everything is possible again.
    final func recognize(_ state: State) {
        self.state = state
        action(self)
        if state == .ended { self.state = .possible }
    }

    /// Whether the mouse is its own: a gesture goes on.
    final var isActive: Bool { state == .began || state == .changed }
}

/// One or more clicks at one place.
package final class TapRecognizer: GestureRecognizer {
    private let taps: Int
    private let button: PointerEvent.Button
    private var start: Point?

    /// A recognizer of so many clicks with a button.
    package init(
        taps: Int = 1, button: PointerEvent.Button = .left, action: @escaping (GestureRecognizer) -> Void
    ) {
        self.taps = max(1, taps)
        self.button = button
        super.init(action: action)
    }

    /// A press and a release without a way between them.
    package override func follow(_ event: PointerEvent) {
        switch event.kind {
        case .press: start = event.button == button && event.clicks == taps ? event.location : nil
        case .drag: if event.location != start { start = nil }
        case .release:
            if start != nil { recognize(.ended) }
            start = nil
        case .wheel: break
        }
    }
}

/// A button that is held at one place.
package final class LongPressRecognizer: GestureRecognizer {
    private let duration: Duration
    private var timer: ViewTimer?

    /// A recognizer of a press that takes at least so long.
    package init(
        duration: Duration = .milliseconds(500), action: @escaping (GestureRecognizer) -> Void
    ) {
        self.duration = duration
        super.init(action: action)
    }

    /// A press that neither moves nor ends before its time.
    package override func follow(_ event: PointerEvent) {
        switch event.kind {
        case .press where event.button == .left:
            timer?.cancel()
            timer = view?.schedule(after: duration) { [weak self] in self?.recognize(.began) }
        case .drag:
            timer?.cancel()
            if isActive { recognize(.changed) }
        case .release:
            timer?.cancel()
            if isActive { recognize(.ended) }
        default: break
        }
    }
}

/// Dragging, with how far it has gone.
package final class PanRecognizer: GestureRecognizer {
    /// How far from its beginning it is.
    package private(set) var translation = Point.zero
    private var start: Point?

    /// Follows the mouse while its button is down.
    package override func follow(_ event: PointerEvent) {
        switch event.kind {
        case .press where event.button == .left:
            start = event.location
            translation = .zero
        case .drag:
            guard let start else { return }
            translation = event.location - start
            if translation != .zero || isActive { recognize(isActive ? .changed : .began) }
        case .release:
            start = nil
            if isActive { recognize(.ended) }
        default: break
        }
    }
}

/// A quick drag one way.
package final class SwipeRecognizer: GestureRecognizer {
    /// A way.
    package enum Direction: Hashable, Sendable {
        /// To a side.
        case left, right, up, down
    }

    private let direction: Direction
    private var start: (place: Point, time: Duration)?

    /// A recognizer of a drag this way.
    package init(_ direction: Direction, action: @escaping (GestureRecognizer) -> Void) {
        self.direction = direction
        super.init(action: action)
    }

    /// At least six columns or three rows within half a second, and twice as far as aside.
    package override func follow(_ event: PointerEvent) {
        switch event.kind {
        case .press where event.button == .left: start = (event.location, view?.window?.time ?? .zero)
        case .release:
            guard let start, (view?.window?.time ?? .zero) - start.time <= .milliseconds(500) else { return }
            let way = event.location - start.place
            self.start = nil
            let (across, down) = (way.x, way.y * 2)
            let isMeant =
                switch direction {
                case .left: across <= -6 && abs(across) >= 2 * abs(down)
                case .right: across >= 6 && abs(across) >= 2 * abs(down)
                case .up: down <= -6 && abs(down) >= 2 * abs(across)
                case .down: down >= 6 && abs(down) >= 2 * abs(across)
                }
            if isMeant { recognize(.ended) }
        default: break
        }
    }
}

/// Larger or smaller: the wheel with Control held, which is what terminals tell of two fingers.
package final class PinchRecognizer: GestureRecognizer {
    /// How much larger it is to be, as a factor, since the gesture was told last.
    package private(set) var scale = 1.0

    /// A tenth for each notch of the wheel.
    package override func follow(_ event: PointerEvent) {
        guard case .wheel(_, let y) = event.kind, y != 0, event.modifiers.contains(.control) else { return }
        scale = y < 0 ? 1.1 : 1 / 1.1
        recognize(.ended)
    }
}
