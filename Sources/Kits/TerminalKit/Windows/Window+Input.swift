extension Window {
    /// The view that receives keys and mouse events: the topmost presentation, or the content.
    var scope: View? { presentations.last?.view ?? content }

    /// Handles an event from the terminal.
    package func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): handle(key)
        case .mouse(let mouse): handle(mouse)
        case .paste(let text): paste(text, to: focusedView ?? scope)
        case .focus, .reply: break
        }
    }

    /// Simulates a key press, for tests.
    public func press(_ key: Key) { handle(.key(key)) }

    /// Simulates a click with the left button, for tests.
    public func click(_ place: Point) {
        handle(.mouse(Mouse(.press(.left), at: place)))
        handle(.mouse(Mouse(.release, at: place)))
    }

    private func paste(_ text: String, to view: View?) {
        var view = view
        while let current = view, !current.paste(text) { view = current.superview }
    }

    /// Sends a key to the focused view and its superviews. If none of them handles it, it may move the focus.
    private func handle(_ key: Key) {
        var view = focusedView ?? scope
        while let current = view, current !== self {
            if current.keyDown(key) { return }
            // Views below a presentation don't receive keys.
            if current === scope { break }
            view = current.superview
        }
        switch (key.code, key.modifiers) {
        case (.tab, []): moveFocus(.next)
        case (.tab, .shift): moveFocus(.previous)
        case (.up, []): moveFocus(.up)
        case (.down, []): moveFocus(.down)
        case (.left, []): moveFocus(.left)
        case (.right, []): moveFocus(.right)
        case (.character("z"), .control): suspend()
        case (.character("c"), .control): onInterrupt?()
        default: break
        }
    }

    private func handle(_ mouse: Mouse) {
        if recognize(mouse) { return }
        switch mouse.action {
        case .press(let button):
            pressedButton = button
            press(mouse)
        case .drag(let button):
            guard let view = pointerView, view.window === self else { return }
            _ = view.pointer(event(.drag, mouse, button, view))
        case .release:
            guard let view = pointerView, view.window === self else { return }
            pointerView = nil
            release(view, event(.release, mouse, pressedButton, view))
        case .wheel(let x, let y):
            offer(mouse) { event(.wheel(x: x, y: y), mouse, .left, $0) }
        case .move: break
        }
    }

    private func press(_ mouse: Mouse) {
        let isRepeated =
            lastPress.map { $0.place == mouse.location && time - $0.time <= .milliseconds(400) } ?? false
        let clicks = isRepeated ? (lastPress?.clicks ?? 0) + 1 : 1
        lastPress = Press(place: mouse.location, time: time, clicks: clicks)
        pointerView = nil
        layoutIfNeeded()
        guard let hit = hit(mouse.location) else {
            (presentations.last?.view as? Alert)?.pressedOutside()
            return
        }
        var focusable: View? = hit
        while let view = focusable, !view.canBecomeFocused { focusable = view.superview }
        if let focusable { focus(focusable) }
        pointerView = offer(mouse) { event(.press, mouse, pressedButton, $0) }
        if let control = pointerView as? Control, pressedButton == .left { control.send(.touchDown) }
    }

    private func release(_ view: View, _ event: PointerEvent) {
        if let control = view as? Control, event.button == .left {
            control.send(control.bounds.contains(event.location) ? .touchUpInside : .touchUpOutside)
        }
        _ = view.pointer(event)
    }

    /// Sends an event to the gesture recognizers of the views under the mouse, or of those under it when the button
    /// was pressed. Returns whether a gesture is in progress.
    private func recognize(_ mouse: Mouse) -> Bool {
        let kind: PointerEvent.Kind
        var button = pressedButton
        switch mouse.action {
        case .press(let pressed): (kind, button) = (.press, pressed)
        case .drag(let dragged): (kind, button) = (.drag, dragged)
        case .release: kind = .release
        case .wheel(let x, let y): kind = .wheel(x: x, y: y)
        case .move: return false
        }
        let isWheel = if case .wheel = kind { true } else { false }
        if kind == .press || isWheel {
            layoutIfNeeded()
            gesturedViews = []
            var view = hit(mouse.location)
            while let current = view, current !== self {
                if !current.gestures.isEmpty { gesturedViews.append(current) }
                view = current.superview
            }
        }
        guard !gesturedViews.isEmpty else { return false }
        let isRepeated =
            lastPress.map { $0.place == mouse.location && time - $0.time <= .milliseconds(400) } ?? false
        let clicks = kind == .press ? (isRepeated ? (lastPress?.clicks ?? 0) + 1 : 1) : lastPress?.clicks ?? 1
        var isTaken = false
        for view in gesturedViews where view.window === self {
            let event = PointerEvent(
                kind: kind, location: mouse.location - view.originInWindow, button: button, clicks: clicks,
                modifiers: mouse.modifiers)
            for gesture in view.gestures where gesture.isEnabled {
                gesture.location = event.location
                let wasActive = gesture.isActive
                gesture.pointer(event)
                if wasActive || gesture.isActive { isTaken = true }
            }
        }
        if kind == .release { gesturedViews = [] }
        guard isTaken, kind != .press else { return false }
        if let below = pointerView {
            // The press became a gesture. End it for the view below with a release outside of that view.
            pointerView = nil
            let outside = Mouse(.release, at: below.originInWindow + Point(x: -1, y: -1))
            release(below, event(.release, outside, button, below))
        }
        return true
    }

    private func hit(_ location: Point) -> View? {
        guard let scope else { return nil }
        return scope.hitTest(location - scope.originInWindow)
    }

    /// Offers an event to the view under the mouse and its superviews. Returns the view that handled it.
    @discardableResult
    private func offer(_ mouse: Mouse, _ event: (View) -> PointerEvent) -> View? {
        layoutIfNeeded()
        var view = hit(mouse.location)
        while let current = view, current !== self {
            if current.pointer(event(current)) { return current }
            if current === scope { return nil }
            view = current.superview
        }
        return nil
    }

    private func event(
        _ kind: PointerEvent.Kind, _ mouse: Mouse, _ button: PointerEvent.Button, _ view: View
    ) -> PointerEvent {
        PointerEvent(
            kind: kind, location: mouse.location - view.originInWindow, button: button,
            clicks: lastPress?.clicks ?? 1, modifiers: mouse.modifiers)
    }
}
