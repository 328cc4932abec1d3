import Localization
import TerminalText

/// A control for a date, a time, both, or a duration to count down. The parts of a date have the order of the person's
/// language.
public final class DatePicker: Control {
    /// The kind of value to pick.
    public enum Mode: Hashable, Sendable {
        /// Hour and minute.
        case time
        /// Year, month and day.
        case date
        /// A date and a time.
        case dateAndTime
        /// A duration in hours and minutes.
        case countDown
    }

    /// The kind of value to pick.
    public var mode: Mode {
        didSet {
            active = 0
            setNeedsLayout()
        }
    }
    /// The earliest date, or `nil` for no limit. Times and durations aren't limited.
    public var minimum: DateTime? { didSet { date = allowed(date) } }
    /// The latest date, or `nil` for no limit. Times and durations aren't limited.
    public var maximum: DateTime? { didSet { date = allowed(date) } }
    /// The interval of the minutes. Values that aren't divisors of 60 have no effect.
    public var minuteInterval = 1 { didSet { date = allowed(date) } }
    /// The picked date, limited to the range and the minute interval.
    public var date: DateTime {
        didSet {
            let kept = allowed(date)
            if kept != date { date = kept }
            setNeedsDisplay()
        }
    }
    /// The picked duration in minutes.
    public var countDownMinutes: Int {
        get { date.hour * 60 + date.minute }
        set {
            let minutes = newValue.clamped(to: 0...1439)
            date = date.with(.hour, minutes / 60).with(.minute, minutes % 60)
        }
    }

    private var active = 0
    private var typed = ""
    /// The day that was typed. If it comes before the month, it may not exist until the month and the year are typed.
    private var typedDay: Int?

    /// Creates a picker that shows a date.
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
        case .date: dateUnits
        case .dateAndTime: dateUnits + [.hour, .minute]
        }
    }

    private var dateUnits: [DateUnit] {
        Language.current.conventions.days.isDayFirst ? [.day, .month, .year] : [.year, .month, .day]
    }

    /// The parts of the date, each with the separator before it.
    private var parts: [Part] {
        let style = Language.current.conventions.days
        // A language whose dates are ambiguous shows them as in files.
        let mark = style.settlesOrder ? style.mark : "-"
        return units.enumerated().map { index, unit in
            let digits = String(date.value(of: unit))
            let width = unit == .year ? 4 : 2
            let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
            return switch unit {
            case .year, .month, .day: Part(lead: index == 0 ? "" : mark, text: text)
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

    /// Returns the size of the date on one line.
    public override func sizeThatFits(_ available: Size) -> Size {
        Size(width: parts.reduce(tail.count) { $0 + $1.lead.count + $1.text.count }, height: 1)
    }

    /// Draws the date. The part that keys change is highlighted.
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

    /// Starts with the first part when the picker gets the focus.
    public override func focusChanged() {
        typed = ""
        typedDay = nil
        if isFocused { active = 0 }
        setNeedsDisplay()
    }

    private func change(_ new: DateTime) {
        let old = date
        date = new
        if date != old { send(.valueChanged) }
    }

    private func step(_ steps: Int) {
        typedDay = nil
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
        // All parts except the year wrap around.
        if unit != .year {
            if next > range.upperBound { next = range.lowerBound }
            if next < range.lowerBound { next = range.upperBound }
        }
        change(date.with(unit, next))
    }

    /// `+` and `-` change a part, left and right choose another one, and digits set it. Up and down aren't handled.
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
        // Wait for all digits: the 1 of 12 doesn't mean January.
        if typed.count == width {
            if let value = Int(typed) {
                if unit == .day { typedDay = value }
                let new = date.with(unit, value)
                change(typedDay.map { new.with(.day, $0) } ?? new)
            }
            typed = ""
            if active < units.count - 1 { active += 1 }
        }
        setNeedsDisplay()
    }

    /// A click chooses a part, and the wheel changes the part below the mouse. Ignored without the focus.
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
