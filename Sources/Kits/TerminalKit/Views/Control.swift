import TerminalText

/// What can happen in a control, as a set.
public struct ControlEvents: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It was pressed down.
    static let pressed = ControlEvents(rawValue: 1)
    /// It was set off: a button tapped, Enter pressed in a field.
    public static let primaryAction = ControlEvents(rawValue: 2)
    /// The person changed its value.
    public static let valueChanged = ControlEvents(rawValue: 4)
    /// Editing began.
    public static let editingBegan = ControlEvents(rawValue: 8)
    /// What is being edited changed.
    public static let editingChanged = ControlEvents(rawValue: 16)
    /// Editing ended.
    public static let editingEnded = ControlEvents(rawValue: 32)
}

/// What state a control is in, as a set; empty is normal.
package struct ControlState: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: Int
    /// Makes a set from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// As it usually is.
    package static let normal: ControlState = []
    /// Being pressed.
    package static let highlighted = ControlState(rawValue: 1)
    /// Not to be used.
    static let disabled = ControlState(rawValue: 2)
    /// On.
    static let selected = ControlState(rawValue: 4)
    /// Having the keys.
    static let focused = ControlState(rawValue: 8)
}

/// A view that a person does something with, and that tells who listens by ``on(_:_:)``.
///
/// Only what a person does is told; setting a property is not.
open class Control: View {
    private struct Target {
        weak var object: AnyObject?
        var events: ControlEvents
        var action: () -> Void
    }

    private var targets: [Target] = []

    /// Whether it can be used.
    public var isEnabled = true {
        didSet {
            if !isEnabled, isFocused { window?.moveFocus(.next) }
            setNeedsLayout()
        }
    }
    /// Whether it is on.
    public var isSelected = false { didSet { setNeedsLayout() } }
    /// Whether it is being pressed.
    var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsLayout() } } }

    /// All that is so now.
    var state: ControlState {
        var state = ControlState.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isFocused { state.insert(.focused) }
        return state
    }

    /// While it is enabled.
    open override var canBecomeFocused: Bool { isEnabled }

    // MARK: Target and action

    /// Has something done whenever one of the events happens.
    public func on(_ events: ControlEvents, _ action: @escaping () -> Void) {
        targets.append(Target(object: self, events: events, action: action))
    }

    /// Has a target do something whenever one of the events happens, for as long as the target exists.
    package func addTarget<Object: AnyObject>(
        _ target: Object, for events: ControlEvents, action: @escaping (Object) -> Void
    ) {
        targets.append(
            Target(object: target, events: events) { [weak target] in
                if let target { action(target) }
            })
    }

    /// Tells the targets.
    public func send(_ events: ControlEvents) {
        targets.removeAll { $0.object == nil }
        for target in targets where !target.events.isDisjoint(with: events) { target.action() }
    }

    /// What to draw text in, with the state taken into account.
    func style(_ theme: Theme, _ base: Style? = nil) -> Style {
        if !isEnabled { return theme.disabled }
        let style = base ?? theme.text
        return isFocused ? theme.focus.over(style) : style
    }
}
