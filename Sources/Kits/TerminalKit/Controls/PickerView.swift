public import TerminalText

/// Answers what the wheels of a picker hold.
public protocol PickerDataSource: AnyObject {
    /// How many wheels there are; 1 by default.
    func numberOfWheels(in picker: PickerView) -> Int
    /// How many rows a wheel has.
    func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int
}

extension PickerDataSource {
    /// One wheel.
    public func numberOfWheels(in picker: PickerView) -> Int { 1 }
}

/// Says how the rows of a picker look, and hears what is chosen.
public protocol PickerDelegate: AnyObject {
    /// The title of a row.
    func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText
    /// A view that stands in the place of a row's title; nil, the default, for none. It is asked for whenever the row is
    /// drawn, and drawn in one line.
    func picker(_ picker: PickerView, viewForRow row: Int, inWheel wheel: Int) -> View?
    /// How wide a wheel is; nil, the default, for an equal share.
    func picker(_ picker: PickerView, widthOfWheel wheel: Int) -> Int?
    /// The person chose a row.
    func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int)
}

extension PickerDelegate {
    /// None.
    public func picker(_ picker: PickerView, viewForRow row: Int, inWheel wheel: Int) -> View? { nil }
    /// An equal share.
    public func picker(_ picker: PickerView, widthOfWheel wheel: Int) -> Int? { nil }
    /// Nothing happens.
    public func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int) {}
}

/// Wheels side by side; the row in the middle of each is chosen.
public final class PickerView: Control {
    /// Answers what there is. Not kept alive.
    public weak var dataSource: (any PickerDataSource)? { didSet { reload() } }
    /// Says how it looks. Not kept alive.
    public weak var delegate: (any PickerDelegate)? { didSet { setNeedsLayout() } }

    private var counts: [Int] = []
    private var selected: [Int] = []
    private var active = 0
    private var animation: RunningAnimation?

    /// A picker without wheels.
    public override init() { super.init() }

    /// Asks anew what there is; choices stay as far as there are rows.
    public func reload() {
        let wheels = max(0, dataSource?.numberOfWheels(in: self) ?? 0)
        counts = (0..<wheels).map { max(0, dataSource?.picker(self, numberOfRowsInWheel: $0) ?? 0) }
        selected = counts.indices.map { wheel in
            (selected.indices.contains(wheel) ? selected[wheel] : 0).clamped(
                to: 0...max(0, counts[wheel] - 1))
        }
        active = active.clamped(to: 0...max(0, wheels - 1))
        setNeedsLayout()
    }

    /// The row that is chosen in a wheel; nil where there is none.
    public func selectedRow(inWheel wheel: Int) -> Int? {
        counts.indices.contains(wheel) && counts[wheel] > 0 ? selected[wheel] : nil
    }

    /// Chooses a row without telling the delegate. What does not exist is ignored.
    public func select(row: Int, inWheel wheel: Int) {
        guard counts.indices.contains(wheel), (0..<counts[wheel]).contains(row) else { return }
        selected[wheel] = row
        setNeedsDisplay()
    }

    /// Turns a wheel to a row, with an animation and without telling the delegate.
    package func select(row: Int, inWheel wheel: Int, _ animation: Animation) {
        guard counts.indices.contains(wheel), (0..<counts[wheel]).contains(row) else { return }
        let old = selected[wheel]
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.select(row: old + Int((Double(row - old) * share).rounded()), inWheel: wheel)
        }
    }

    /// Five rows.
    public override func sizeThatFits(_ available: Size) -> Size {
        let width = counts.indices.reduce(0) { $0 + (delegate?.picker(self, widthOfWheel: $1) ?? 12) + 1 }
        return Size(width: min(width, available.width), height: 5)
    }

    private var columns: [Range<Int>] {
        let fixed = counts.indices.map { delegate?.picker(self, widthOfWheel: $0).map { max(1, $0) } }
        let room = max(0, bounds.width - fixed.reduce(0) { $0 + ($1 ?? 0) } - max(0, counts.count - 1))
        let sharing = max(1, fixed.filter { $0 == nil }.count)
        var x = 0
        return fixed.map { width in
            let width = width ?? room / sharing
            defer { x += width + 1 }
            return x..<(x + width)
        }
    }

    /// The rows around the chosen ones.
    public override func draw(in context: DrawingContext) {
        let middle = bounds.height / 2
        for (wheel, range) in columns.enumerated() {
            let part = context.part(
                Rect(x: range.lowerBound, y: 0, width: range.count, height: bounds.height))
            for y in 0..<bounds.height {
                let row = selected[wheel] + y - middle
                guard (0..<counts[wheel]).contains(row) else { continue }
                let room = Rect(x: 2, y: y, width: max(0, range.count - 2), height: 1)
                if let view = delegate?.picker(self, viewForRow: row, inWheel: wheel) {
                    if y == middle { part.draw("›", context.theme.header, y: y) }
                    view.frame = Rect(size: room.size)
                    view.layoutTree()
                    view.drawTree(in: part.part(room))
                    if y == middle, isFocused, wheel == active { part.restyle(room, context.theme.focus) }
                    continue
                }
                let title =
                    delegate?.picker(self, titleForRow: row, inWheel: wheel) ?? StyledText(String(row))
                if y == middle {
                    let base = isEnabled ? context.theme.header : context.theme.disabled
                    let style = isFocused && wheel == active ? context.theme.focus.over(base) : base
                    part.fill(Rect(x: 0, y: y, width: range.count, height: 1), style)
                    part.draw("›", style, y: y)
                    part.draw(StyledText("").appending(title, over: style), x: 2, y: y, width: room.width)
                } else {
                    let text = StyledText("").appending(title, over: context.theme.secondary)
                    part.draw(text, x: 2, y: y, width: room.width)
                }
            }
        }
    }

    private func turn(_ wheel: Int, to row: Int) {
        guard isEnabled, counts.indices.contains(wheel), counts[wheel] > 0 else { return }
        let row = row.clamped(to: 0...(counts[wheel] - 1))
        guard row != selected[wheel] else { return }
        selected[wheel] = row
        setNeedsDisplay()
        delegate?.picker(self, didSelectRow: row, inWheel: wheel)
        send(.valueChanged)
    }

    /// Up and down turn a wheel, left and right go to another one, a letter goes to the next row it begins.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, counts.indices.contains(active), counts[active] > 0 else { return false }
        switch key {
        case Key(.up): turn(active, to: selected[active] - 1)
        case Key(.down): turn(active, to: selected[active] + 1)
        case Key(.pageUp): turn(active, to: selected[active] - 10)
        case Key(.pageDown): turn(active, to: selected[active] + 10)
        case Key(.home): turn(active, to: 0)
        case Key(.end): turn(active, to: counts[active] - 1)
        case Key(.left) where active > 0: active -= 1
        case Key(.right) where active < counts.count - 1: active += 1
        default: return key.typed.map(jump) ?? false
        }
        setNeedsDisplay()
        return true
    }

    private func jump(to letter: Character) -> Bool {
        guard letter.isLetter || letter.isNumber else { return false }
        let rows = (1...counts[active]).lazy.map {
            (self.selected[self.active] + $0) % self.counts[self.active]
        }
        let found = rows.prefix(10_000).first {
            let title = self.delegate?.picker(self, titleForRow: $0, inWheel: self.active)
            return title?.text.first?.lowercased() == letter.lowercased()
        }
        if let found { turn(active, to: found) }
        return found != nil
    }

    /// The wheel of the mouse turns the wheel below it, while keys come to the picker; a click chooses a row.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, let wheel = columns.firstIndex(where: { $0.contains(event.location.x) }) else {
            return false
        }
        switch event.kind {
        case .wheel(_, let y) where y != 0 && isFocused: turn(wheel, to: selected[wheel] + y)
        case .press where event.button == .left:
            active = wheel
            turn(wheel, to: selected[wheel] + event.location.y - bounds.height / 2)
        default: return false
        }
        return true
    }
}
