import TerminalText

/// A set of events of a control.
public struct ControlEvents: OptionSet, Hashable, Sendable {
    /// The raw value.
    public let rawValue: Int
    /// Creates a set from its raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The mouse button was pressed on the control, or a key started its action.
    public static let touchDown = ControlEvents(rawValue: 1)
    /// The main action was triggered: a button was pressed, or Enter was pressed in a field.
    public static let primaryAction = ControlEvents(rawValue: 2)
    /// The person changed the value.
    public static let valueChanged = ControlEvents(rawValue: 4)
    /// Editing began.
    public static let editingBegan = ControlEvents(rawValue: 8)
    /// The edited text changed.
    public static let editingChanged = ControlEvents(rawValue: 16)
    /// Editing ended.
    public static let editingEnded = ControlEvents(rawValue: 32)
    /// The mouse button was released inside the control, or a key ended its action.
    public static let touchUpInside = ControlEvents(rawValue: 64)
    /// The mouse button was released outside the control.
    public static let touchUpOutside = ControlEvents(rawValue: 128)
}

/// The state of a control.
public struct ControlState: OptionSet, Hashable, Sendable {
    /// The raw value.
    public let rawValue: Int
    /// Creates a state from its raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Enabled, and none of the other states.
    public static let normal: ControlState = []
    /// Being pressed.
    public static let highlighted = ControlState(rawValue: 1)
    /// Not enabled.
    public static let disabled = ControlState(rawValue: 2)
    /// Selected.
    public static let selected = ControlState(rawValue: 4)
    /// Receiving keys.
    public static let focused = ControlState(rawValue: 8)
}

/// A view that reports what a person does with it.
///
/// Observe it with a closure, with a target and a method, or with a method of the first responder:
///
/// ```swift
/// button.on(.primaryAction) { save() }
/// button.addTarget(self, Form.save, for: .primaryAction)
/// button.addTarget(nil, Form.save, for: .primaryAction)
/// ```
///
/// Only a person's actions are reported. Setting a property isn't.
open class Control: View {
    private struct Target {
        weak var object: AnyObject?
        var events: ControlEvents
        var action: () -> Void
    }

    private var targets: [Target] = []

    /// Whether the control can be used.
    public var isEnabled = true {
        didSet {
            if !isEnabled, isFocused { window?.moveFocus(.next) }
            setNeedsLayout()
        }
    }
    /// Whether the control is selected.
    public var isSelected = false { didSet { setNeedsLayout() } }
    /// Whether the control is being pressed.
    public var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsLayout() } } }

    /// The current state.
    public var state: ControlState {
        var state = ControlState.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isFocused { state.insert(.focused) }
        return state
    }

    /// Whether the control can receive keys. Set it to `false` for controls that are only used with the mouse.
    public var takesFocus = true { didSet { setNeedsLayout() } }

    /// Whether the control is enabled and takes the focus.
    open override var canBecomeFocused: Bool { isEnabled && takesFocus }

    // MARK: Target and action

    /// Calls a closure after each of the events.
    public func on(_ events: ControlEvents, _ action: @escaping () -> Void) {
        targets.append(Target(object: self, events: events, action: action))
    }

    /// Calls a target's method after each of the events. The control doesn't retain the target.
    ///
    /// A target of `nil` means the first responder: the focused view or the nearest view around it that has the method. See
    /// ``Window/sendAction(to:_:)``.
    public func addTarget<Object: AnyObject>(
        _ target: Object?, _ action: @escaping (Object) -> (Control) -> Void, for events: ControlEvents
    ) {
        guard let target else {
            return on(events) { [unowned self] in
                _ = window?.sendAction(to: nil, from: self) { (object: Object) in action(object)(self) }
            }
        }
        targets.append(
            Target(object: target, events: events) { [weak target, unowned self] in
                if let target { action(target)(self) }
            })
    }

    /// Reports events to the observers.
    public func send(_ events: ControlEvents) {
        targets.removeAll { $0.object == nil }
        for target in targets where !target.events.isDisjoint(with: events) { target.action() }
    }

    /// The style for the text, according to the state.
    func style(_ theme: Theme, _ base: Style? = nil) -> Style {
        if !isEnabled { return theme.disabled }
        let style = base ?? theme.text
        return isFocused ? theme.focus.over(style) : style
    }
}

extension Window {
    /// Performs an action on the first responder of a type: the focused view, or the nearest view around it.
    ///
    /// ```swift
    /// window.sendAction(to: nil) { (page: DetailPage) in page.save() }
    /// ```
    ///
    /// A target other than `nil` is used instead.
    ///
    /// - Returns: Whether there is such an object.
    @discardableResult
    public func sendAction<Responder>(to target: Responder?, _ action: (Responder) -> Void) -> Bool {
        sendAction(to: target, from: nil, action)
    }

    func sendAction<Responder>(
        to target: Responder?, from sender: View?, _ action: (Responder) -> Void
    ) -> Bool {
        if let target {
            action(target)
            return true
        }
        for start in [focusedView, sender, content] {
            var view = start
            while let current = view {
                if let responder = current as? Responder {
                    action(responder)
                    return true
                }
                view = current.superview
            }
        }
        return false
    }
}
