/// Recognizes a gesture of the mouse in a view. Use one of the subclasses, or subclass it for other gestures.
///
/// Recognizers receive each event before their view, beginning with the innermost view. While a gesture is in progress,
/// its view receives no events.
///
/// ```swift
/// map.add(PinchRecognizer { pinch in map.zoom(by: (pinch as? PinchRecognizer)?.scale ?? 1) })
/// ```
open class GestureRecognizer {
    /// The progress of a gesture.
    public enum State: Hashable, Sendable {
        /// No gesture has been recognized.
        case possible
        /// A gesture has begun, changed or ended.
        case began, changed, ended
    }

    /// The progress of the gesture.
    public private(set) var state = State.possible
    /// The position of the mouse in the view.
    public internal(set) var location = Point.zero
    /// Whether the recognizer is in use.
    public var isEnabled = true
    /// The view to which the recognizer belongs.
    public internal(set) weak var view: View?
    private let action: (GestureRecognizer) -> Void

    /// Creates a recognizer. `action` is called when the state changes.
    public init(action: @escaping (GestureRecognizer) -> Void = { _ in }) { self.action = action }

    /// Handles an event. Overrides call ``recognize(_:)``.
    open func pointer(_ event: PointerEvent) {}

    /// Changes the state and calls the action. After a gesture ends, the next one can begin.
    public final func recognize(_ state: State) {
        self.state = state
        action(self)
        if state == .ended { self.state = .possible }
    }

    /// Whether a gesture is in progress.
    final var isActive: Bool { state == .began || state == .changed }
}

/// Recognizes one or several clicks at the same place.
public final class TapRecognizer: GestureRecognizer {
    private let taps: Int
    private let button: PointerEvent.Button
    private var start: Point?

    /// Creates a recognizer for a number of clicks with a button.
    public init(
        taps: Int = 1, button: PointerEvent.Button = .left, action: @escaping (GestureRecognizer) -> Void
    ) {
        self.taps = max(1, taps)
        self.button = button
        super.init(action: action)
    }

    /// Recognizes a press and a release at the same place.
    public override func pointer(_ event: PointerEvent) {
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

/// Recognizes a button that is held at the same place.
public final class LongPressRecognizer: GestureRecognizer {
    private let duration: Duration
    private var timer: ViewTimer?

    /// Creates a recognizer for a press of at least a duration.
    public init(
        duration: Duration = .milliseconds(500), action: @escaping (GestureRecognizer) -> Void
    ) {
        self.duration = duration
        super.init(action: action)
    }

    /// Recognizes a press that neither moves nor ends early.
    public override func pointer(_ event: PointerEvent) {
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

/// Recognizes dragging.
public final class PanRecognizer: GestureRecognizer {
    /// The distance from the start of the gesture.
    public private(set) var translation = Point.zero
    private var start: Point?

    /// Recognizes movements with the button down.
    public override func pointer(_ event: PointerEvent) {
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

/// Recognizes a quick drag in a direction.
public final class SwipeRecognizer: GestureRecognizer {
    /// The direction of a swipe.
    public enum Direction: Hashable, Sendable {
        /// Toward a side.
        case left, right, up, down
    }

    private let direction: Direction
    private var start: (place: Point, time: Duration)?

    /// Creates a recognizer for a direction.
    public init(_ direction: Direction, action: @escaping (GestureRecognizer) -> Void) {
        self.direction = direction
        super.init(action: action)
    }

    /// Recognizes at least six columns or three rows within half a second, and at least twice as far as in the other direction.
    public override func pointer(_ event: PointerEvent) {
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

/// Recognizes pinching: the wheel with Control, as terminals report it.
public final class PinchRecognizer: GestureRecognizer {
    /// The scale since the action was last called.
    public private(set) var scale = 1.0

    /// Recognizes each step of the wheel as a tenth.
    public override func pointer(_ event: PointerEvent) {
        guard case .wheel(_, let y) = event.kind, y != 0, event.modifiers.contains(.control) else { return }
        scale = y < 0 ? 1.1 : 1 / 1.1
        recognize(.ended)
    }
}
