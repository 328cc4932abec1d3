import LootCore
import TerminalKit

/// The controls of a date: a picker and, if the date is optional, a switch.
///
/// A date can also be typed. Enter opens a text field, and so does a character that can start a date but has no
/// meaning for the picker, such as `t` for `today`.
enum DateControl {
    static func parts(
        _ text: String, hasTime: Bool, isOptional: Bool, typing typeDate: @escaping (String) -> Void,
        _ onChange: @escaping (String) -> Void
    ) -> FieldControl.Parts {
        let picker = DatePicker(hasTime ? .dateAndTime : .date, date: date(text) ?? today)
        let isSet = Switch(isOn: !text.isEmpty)
        picker.on(.valueChanged) { [unowned picker] in onChange(self.text(picker.date, hasTime: hasTime)) }
        isSet.on(.valueChanged) { [unowned isSet, unowned picker] in
            picker.isHidden = !isSet.isOn
            onChange(isSet.isOn ? self.text(picker.date, hasTime: hasTime) : "")
        }
        picker.isHidden = text.isEmpty && isOptional
        let stack = StackView(.horizontal, spacing: 2, alignment: .leading)
        if isOptional { stack.addSubview(isSet) }
        stack.addSubview(picker)
        if hasTime { stack.addSubview(Label("UTC")) }
        stack.addSubview(Spacer())
        let view = TypedDate(stack) { [unowned picker, unowned isSet] begun in
            let current = isOptional && !isSet.isOn ? "" : self.text(picker.date, hasTime: hasTime)
            typeDate(begun.isEmpty ? current : begun)
        }
        return FieldControl.Parts(view: view, focusable: isOptional ? isSet : picker) { text in
            isSet.isOn = !text.isEmpty
            picker.isHidden = text.isEmpty && isOptional
            if let date = date(text), date != picker.date { picker.date = date }
        }
    }

    private static var today: DateTime { date(Moment.now.day.description) ?? DateTime(year: 2000) }

    private static func date(_ text: String) -> DateTime? {
        if let day = Day(text) {
            let parts = day.components
            return DateTime(year: parts.year, month: parts.month, day: parts.day)
        }
        guard let moment = Moment(text) else { return nil }
        let parts = moment.day.components
        let seconds = moment.secondsSinceEpoch - Moment(startOf: moment.day).secondsSinceEpoch
        return DateTime(
            year: parts.year, month: parts.month, day: parts.day, hour: Int(seconds / 3600),
            minute: Int(seconds / 60 % 60))
    }

    private static func text(_ date: DateTime, hasTime: Bool) -> String {
        let day = Day(year: date.year, month: date.month, day: date.day)?.description ?? ""
        return hasTime ? "\(day)T\(two(date.hour)):\(two(date.minute)):00Z" : day
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

/// A container that opens the text field for keys that the controls of a date don't handle.
private final class TypedDate: View {
    private let content: View
    private let onType: (String) -> Void

    init(_ content: View, onType: @escaping (String) -> Void) {
        (self.content, self.onType) = (content, onType)
        super.init()
        addSubview(content)
    }

    override func sizeThatFits(_ available: Size) -> Size { content.measure(available) }
    override func layoutSubviews() { content.frame = bounds }

    override func keyDown(_ key: Key) -> Bool {
        if key == Key(.enter) {
            onType("")
        } else if let typed = key.typed, typed.isASCII, typed.isNumber || "+-t".contains(typed) {
            onType(String(typed))
        } else {
            return false
        }
        return true
    }
}
