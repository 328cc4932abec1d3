public import TerminalText

/// Provides the content of a picker.
public protocol PickerDataSource: AnyObject {
    /// Returns the number of wheels. The default is 1.
    func numberOfWheels(in picker: PickerView) -> Int
    /// Returns the number of rows of a wheel.
    func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int
}

extension PickerDataSource {
    /// Returns 1.
    public func numberOfWheels(in picker: PickerView) -> Int { 1 }
}

/// Provides the appearance of a picker's rows and receives its events.
public protocol PickerDelegate: AnyObject {
    /// Returns the title of a row.
    func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText
    /// Returns a view for a row, which replaces the title, or `nil`, the default.
    ///
    /// `view` was returned earlier for this row, or for a row that is no longer visible. Reuse it if possible.
    func picker(
        _ picker: PickerView, viewForRow row: Int, inWheel wheel: Int, reusing view: View?
    ) -> View?
    /// Returns the width of a wheel, or `nil`, the default, for an equal share.
    func picker(_ picker: PickerView, widthOfWheel wheel: Int) -> Int?
    /// Returns the height of the rows of a wheel. The default is 1.
    func picker(_ picker: PickerView, rowHeightOfWheel wheel: Int) -> Int
    /// Called when the person chose a row.
    func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int)
}

extension PickerDelegate {
    /// Returns no view.
    public func picker(
        _ picker: PickerView, viewForRow row: Int, inWheel wheel: Int, reusing view: View?
    ) -> View? { nil }
    /// Returns `nil`.
    public func picker(_ picker: PickerView, widthOfWheel wheel: Int) -> Int? { nil }
    /// Returns 1.
    public func picker(_ picker: PickerView, rowHeightOfWheel wheel: Int) -> Int { 1 }
    /// Does nothing.
    public func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int) {}
}

/// A picker with one or several wheels. The row in the middle of each wheel is selected.
///
/// Enter starts turning: until Enter or Escape, Up and Down turn the wheel instead of moving the focus.
public final class PickerView: Control {
    /// Provides the wheels and rows. The picker doesn't retain it.
    public weak var dataSource: (any PickerDataSource)? { didSet { reload() } }
    /// Provides the appearance and receives events. The picker doesn't retain it.
    public weak var delegate: (any PickerDelegate)? { didSet { setNeedsLayout() } }

    private var counts: [Int] = []
    private var selected: [Int] = []
    private var active = 0
    /// Whether Up and Down turn the wheel instead of moving the focus.
    private var isTurning = false { didSet { if isTurning != oldValue { setNeedsDisplay() } } }
    private var animation: RunningAnimation?
    /// The views of visible rows and of reusable ones, for each wheel.
    private var rowViews: [RowViews] = []

    private struct RowViews {
        var visible: [Int: View] = [:]
        var spare: [View] = []
    }

    /// Creates a picker without wheels.
    public override init() { super.init() }

    /// Asks the data source for the wheels and rows again. Selected rows stay selected if they still exist.
    public func reload() {
        let wheels = max(0, dataSource?.numberOfWheels(in: self) ?? 0)
        counts = (0..<wheels).map { max(0, dataSource?.picker(self, numberOfRowsInWheel: $0) ?? 0) }
        selected = counts.indices.map { wheel in
            (selected.indices.contains(wheel) ? selected[wheel] : 0).clamped(
                to: 0...max(0, counts[wheel] - 1))
        }
        active = active.clamped(to: 0...max(0, wheels - 1))
        rowViews = counts.map { _ in RowViews() }
        setNeedsLayout()
    }

    /// Returns the selected row of a wheel, or `nil` if the wheel doesn't exist or is empty.
    public func selectedRow(inWheel wheel: Int) -> Int? {
        counts.indices.contains(wheel) && counts[wheel] > 0 ? selected[wheel] : nil
    }

    /// Selects a row without calling the delegate. Does nothing if the row doesn't exist.
    public func select(row: Int, inWheel wheel: Int) {
        guard counts.indices.contains(wheel), (0..<counts[wheel]).contains(row) else { return }
        selected[wheel] = row
        setNeedsDisplay()
    }

    /// Turns a wheel to a row with an animation, without calling the delegate.
    public func select(row: Int, inWheel wheel: Int, _ animation: Animation) {
        guard counts.indices.contains(wheel), (0..<counts[wheel]).contains(row) else { return }
        let old = selected[wheel]
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.select(row: old + Int((Double(row - old) * share).rounded()), inWheel: wheel)
        }
    }

    /// Returns the width of the wheels and the height of five rows.
    public override func sizeThatFits(_ available: Size) -> Size {
        let width = counts.indices.reduce(0) { $0 + (delegate?.picker(self, widthOfWheel: $1) ?? 12) + 1 }
        let height = counts.indices.map(rowHeight).max() ?? 1
        return Size(width: min(width, available.width), height: 5 * height)
    }

    /// Returns the line in the middle, which belongs to the selected row.
    public override func baseline(for size: Size) -> Int { size.height / 2 }

    private func rowHeight(_ wheel: Int) -> Int {
        (delegate?.picker(self, rowHeightOfWheel: wheel) ?? 1).clamped(to: 1...100)
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

    /// The line where the selected row of a wheel begins.
    private func middle(_ wheel: Int) -> Int { (bounds.height - rowHeight(wheel) + 1) / 2 }

    /// Draws the rows around the selected ones.
    public override func draw(in context: DrawingContext) {
        for (wheel, range) in columns.enumerated() {
            let part = context.part(
                Rect(x: range.lowerBound, y: 0, width: range.count, height: bounds.height))
            let (height, middle) = (rowHeight(wheel), middle(wheel))
            let first = selected[wheel] - (middle + height - 1) / height
            let last = selected[wheel] + max(0, bounds.height - middle - 1) / height
            let rows = max(0, first)..<max(0, first, min(counts[wheel], last + 1))
            keepViews(of: rows, wheel)
            for row in rows {
                let y = middle + (row - selected[wheel]) * height
                draw(row, of: wheel, in: part.part(Rect(x: 0, y: y, width: range.count, height: height)))
            }
        }
    }

    private func draw(_ row: Int, of wheel: Int, in part: DrawingContext) {
        let isSelected = row == selected[wheel]
        let room = Rect(x: 2, y: 0, width: max(0, part.size.width - 2), height: part.size.height)
        let hasKeys = isSelected && isFocused && wheel == active
        if let view = view(for: row, wheel) {
            if isSelected { part.draw(mark(wheel), part.theme.header) }
            view.frame = Rect(size: room.size)
            view.layoutTree()
            view.drawTree(in: part.part(room))
            if hasKeys { part.restyle(room, part.theme.focus) }
            return
        }
        let title = delegate?.picker(self, titleForRow: row, inWheel: wheel) ?? StyledText(String(row))
        var style = part.theme.secondary
        if isSelected {
            let base = isEnabled ? part.theme.header : part.theme.disabled
            style = hasKeys ? part.theme.focus.over(base) : base
            part.fill(nil, style)
            part.draw(mark(wheel), style)
        }
        part.draw(StyledText("").appending(title, over: style), x: 2, width: room.width)
    }

    /// The character before the selected row of a wheel.
    private func mark(_ wheel: Int) -> String { isTurning && wheel == active ? "»" : "›" }

    /// Returns the view for a row. It may have shown another row that is no longer visible.
    private func view(for row: Int, _ wheel: Int) -> View? {
        let old = rowViews[wheel].visible[row]
        let spare = old ?? rowViews[wheel].spare.popLast()
        let view = delegate?.picker(self, viewForRow: row, inWheel: wheel, reusing: spare)
        if let spare, spare !== view { rowViews[wheel].spare.append(spare) }
        rowViews[wheel].visible[row] = view
        return view
    }

    private func keepViews(of rows: Range<Int>, _ wheel: Int) {
        for (row, view) in rowViews[wheel].visible where !rows.contains(row) {
            rowViews[wheel].visible[row] = nil
            rowViews[wheel].spare.append(view)
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

    /// Stops turning when the picker loses the focus.
    public override func focusChanged() {
        isTurning = false
        setNeedsDisplay()
    }

    /// `+` and `-` turn a wheel by one row, left and right choose another wheel, and a letter turns to the next row that
    /// begins with it. Enter and Space start turning, so that up, down and the page keys turn the wheel, too.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, counts.indices.contains(active), counts[active] > 0 else { return false }
        switch key {
        case Key(.enter), " ": isTurning.toggle()
        case "+", "=": turn(active, to: selected[active] + 1)
        case "-": turn(active, to: selected[active] - 1)
        case Key(.left) where active > 0: active -= 1
        case Key(.right) where active < counts.count - 1: active += 1
        default: return isTurning && turn(with: key) || key.typed.map(jump) ?? false
        }
        setNeedsDisplay()
        return true
    }

    /// Handles a key that has another meaning while the wheel isn't being turned.
    private func turn(with key: Key) -> Bool {
        switch key {
        case Key(.escape): isTurning = false
        case Key(.up): turn(active, to: selected[active] - 1)
        case Key(.down): turn(active, to: selected[active] + 1)
        case Key(.pageUp): turn(active, to: selected[active] - 10)
        case Key(.pageDown): turn(active, to: selected[active] + 10)
        case Key(.home): turn(active, to: 0)
        case Key(.end): turn(active, to: counts[active] - 1)
        default: return false
        }
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

    /// The mouse wheel turns the wheel below the mouse if the picker has the focus; a click selects a row.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, let wheel = columns.firstIndex(where: { $0.contains(event.location.x) }) else {
            return false
        }
        switch event.kind {
        case .wheel(_, let y) where y != 0 && isFocused: turn(wheel, to: selected[wheel] + y)
        case .press where event.button == .left:
            active = wheel
            let distance = event.location.y - middle(wheel)
            turn(
                wheel, to: selected[wheel] + Int((Double(distance) / Double(rowHeight(wheel))).rounded(.down))
            )
        default: return false
        }
        return true
    }
}
