import TerminalText

/// A date, a time, both, or a length of time to count down, changed part by part.
public final class DatePicker: Control {
    /// What is picked.
    public enum Mode: Hashable, Sendable {
        /// Hour and minute.
        case time
        /// Year, month and day.
        case date
        /// All of them.
        case dateAndTime
        /// Hours and minutes of a length of time.
        case countDown
    }

    /// The parts that can be picked.
    public var mode: Mode {
        didSet {
            active = 0
            setNeedsLayout()
        }
    }
    /// The earliest date; nil for any.
    public var minimum: DateTime? { didSet { date = allowed(date) } }
    /// The latest date; nil for any.
    public var maximum: DateTime? { didSet { date = allowed(date) } }
    /// The interval of the minutes, a divisor of 60.
    public var minuteInterval = 1 { didSet { date = allowed(date) } }
    /// What has been picked, kept between the ends and on the interval.
    public var date: DateTime {
        didSet {
            let kept = allowed(date)
            if kept != date { date = kept }
            setNeedsDisplay()
        }
    }
    /// The length that has been picked for counting down, in minutes.
    public var countDownMinutes: Int {
        get { date.hour * 60 + date.minute }
        set {
            let minutes = newValue.clamped(to: 0...1439)
            date = date.with(.hour, minutes / 60).with(.minute, minutes % 60)
        }
    }

    private var active = 0
    private var typed = ""

    /// A picker that shows a date.
    public init(_ mode: Mode, date: DateTime) {
        self.mode = mode
        self.date = date
        super.init()
    }

    private var interval: Int { minuteInterval > 0 && 60 % minuteInterval == 0 ? minuteInterval : 1 }

    private func allowed(_ date: DateTime) -> DateTime {
        var date = date.with(.minute, date.minute / interval * interval)
        guard mode == .date || mode == .dateAndTime else { return date }
        if let minimum, date < minimum { date = minimum }
        if let maximum, date > maximum { date = maximum }
        return date
    }

    private var units: [DateUnit] {
        switch mode {
        case .time, .countDown: [.hour, .minute]
        case .date: [.year, .month, .day]
        case .dateAndTime: [.year, .month, .day, .hour, .minute]
        }
    }

    /// The parts with what stands before each.
    private var parts: [Part] {
        units.map { unit in
            let digits = String(date.value(of: unit))
            let width = unit == .year ? 4 : 2
            let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
            return switch unit {
            case .year: Part(lead: "", text: text)
            case .month, .day: Part(lead: "-", text: text)
            case .hour: Part(lead: mode == .dateAndTime ? " " : "", text: text)
            case .minute: Part(lead: mode == .countDown ? " h " : ":", text: text)
            }
        }
    }

    /// The digits of a unit, and the separator before them.
    private struct Part {
        var lead: String
        var text: String
    }

    private var tail: String { mode == .countDown ? " min" : "" }

    /// One line.
    public override func sizeThatFits(_ available: Size) -> Size {
        Size(width: parts.reduce(tail.count) { $0 + $1.lead.count + $1.text.count }, height: 1)
    }

    /// The parts; the one that keys change stands out.
    public override func draw(in context: DrawingContext) {
        let style = isEnabled ? context.theme.text : context.theme.disabled
        var x = 0
        for (index, part) in parts.enumerated() {
            x += context.draw(part.lead, style, x: x)
            let isActive = isFocused && index == active
            x += context.draw(
                part.text, isActive ? context.theme.focus.over(style) : style.over(Style(.underline)), x: x)
        }
        context.draw(tail, style, x: x)
    }

    /// The first part is the one that keys change.
    public override func focusChanged() {
        typed = ""
        if isFocused { active = 0 }
        setNeedsDisplay()
    }

    private func change(_ new: DateTime) {
        let old = date
        date = new
        if date != old { send(.valueChanged) }
    }

    private func step(_ steps: Int) {
        let unit = units[active.clamped(to: 0...(units.count - 1))]
        let value = date.value(of: unit)
        let range: ClosedRange<Int>
        switch unit {
        case .year: range = 1...9999
        case .month: range = 1...12
        case .day: range = 1...DateTime.days(year: date.year, month: date.month)
        case .hour: range = 0...23
        case .minute: range = 0...(60 - interval)
        }
        var next = value + steps * (unit == .minute ? interval : 1)
        // Wheels go round; years do not.
        if unit != .year {
            if next > range.upperBound { next = range.lowerBound }
            if next < range.lowerBound { next = range.upperBound }
        }
        change(date.with(unit, next))
    }

    /// `+` and `-` change a part, left and right go to another one, digits set it; up and down pass by.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        switch key {
        case "+", "=": step(1)
        case "-": step(-1)
        case Key(.left) where active > 0: active -= 1
        case Key(.right) where active < units.count - 1: active += 1
        default:
            guard let digit = key.typed, digit.isASCII, digit.isNumber else { return false }
            type(digit)
            return true
        }
        typed = ""
        setNeedsDisplay()
        return true
    }

    private func type(_ digit: Character) {
        typed.append(digit)
        let unit = units[active.clamped(to: 0...(units.count - 1))]
        let width = unit == .year ? 4 : 2
        // Not before it is whole: 1 on the way to 12 is no January.
        if typed.count == width {
            if let value = Int(typed) { change(date.with(unit, value)) }
            typed = ""
            if active < units.count - 1 { active += 1 }
        }
        setNeedsDisplay()
    }

    /// A click chooses a part. The wheel changes the one below it, while keys come to the picker; else it passes by.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, isFocused else { return false }
        switch event.kind {
        case .wheel(_, let y) where y != 0:
            choosePart(at: event.location)
            step(y < 0 ? 1 : -1)
        case .press where event.button == .left: choosePart(at: event.location)
        default: return false
        }
        return true
    }

    private func choosePart(at location: Point) {
        var end = 0
        for (index, part) in parts.enumerated() {
            end += part.lead.count + part.text.count
            if location.x < end || index == parts.count - 1 {
                active = index
                break
            }
        }
        typed = ""
        setNeedsDisplay()
    }
}
