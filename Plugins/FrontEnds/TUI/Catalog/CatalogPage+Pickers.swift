import TerminalKit
import TerminalText

extension CatalogPage {
    static func dates(_ sample: Sample) {
        let picker = DatePicker(.date, date: DateTime(year: 2026, month: 11, day: 20, hour: 10, minute: 30))
        sample.show(beside: picker)
        sample.watch(picker) {
            picker.mode == .countDown
                ? "\(picker.countDownMinutes) minutes."
                : "\(picker.date.year)-\(picker.date.month)-\(picker.date.day), "
                    + "\(picker.date.hour) h \(picker.date.minute) min."
        }
        sample.enabled(picker)
        sample.choice("Mode", ["Date", "Time", "Both", "Count-down"]) {
            picker.mode = [.date, .time, .dateAndTime, .countDown][$0]
        }
        sample.choice("Minute interval", ["1", "5", "15", "30"]) {
            picker.minuteInterval = [1, 5, 15, 30][$0]
        }
        sample.flag("Only in 2026", false) { isOn in
            picker.minimum = isOn ? DateTime(year: 2026) : nil
            picker.maximum = isOn ? DateTime(year: 2026, month: 12, day: 31, hour: 23, minute: 59) : nil
        }
    }

    static func wheels(_ sample: Sample) {
        let picker = PickerView()
        let words = PickerWords { [unowned sample] in sample.note("“\($0)” picked.") }
        sample.kept.append(words)
        picker.dataSource = words
        picker.delegate = words
        sample.show(picker, lines: 5)
        sample.enabled(picker)
        sample.flag("Styled titles", false) {
            words.isStyled = $0
            picker.setNeedsDisplay()
        }
        sample.show(
            beside: Button("To the last word, animated") { [unowned picker] in
                picker.select(row: 2, inWheel: 0, .standard)
            })
        sample.number("Row height", 1, 1...2) {
            words.rowHeight = Int($0)
            picker.setNeedsDisplay()
        }
        sample.number("Wheels", 2, 1...2) {
            words.wheels = Int($0)
            picker.reload()
        }
    }

    static func images(_ sample: Sample) {
        let pictures = (0..<8).compactMap { Self.picture(turn: $0) }
        let view = ImageView(pictures.first)
        view.sequence = pictures
        view.fixedHeight = 8
        sample.show(view, lines: 8)
        sample.note("Half blocks make two pixels of a cell.")
        sample.flag("Plays", false) { if $0 { view.startAnimating() } else { view.stopAnimating() } }
        sample.number("Repetitions; 0 for ever", 0, 0...5) { view.repeatCount = Int($0) }
        sample.number("Interval in ms", 200, 50...1000, step: 50) { view.interval = .milliseconds(Int($0)) }
        let modes = ImageView.ContentMode.allCases
        sample.choice("Content mode", modes.map { "\($0)" }) { view.contentMode = modes[$0] }
    }

    /// Returns a disc with a wedge that rotates with `turn`.
    private static func picture(turn: Int) -> Image? {
        let size = 16
        let pixels = (0..<size * size).map { index -> Image.Pixel in
            let x = index % size - size / 2
            let y = index / size - size / 2
            guard x * x + y * y < size * size / 4 else { return Image.Pixel(red: 30, green: 30, blue: 60) }
            let octant = (y < 0 ? 4 : 0) + (x < 0 ? 2 : 0) + (abs(x) > abs(y) ? 1 : 0)
            return octant == turn
                ? Image.Pixel(red: 250, green: 200, blue: 60) : Image.Pixel(red: 60, green: 120, blue: 220)
        }
        return Image(name: "turn \(turn)", width: size, height: size, pixels: pixels)
    }
}

/// The words on the wheels: an adjective and a noun.
private final class PickerWords: PickerDataSource, PickerDelegate {
    private let words = [["Fluffy", "Rusty", "Shiny"], ["Bear", "Spork", "Mac"]]
    private let onPick: (String) -> Void
    var wheels = 2
    var isStyled = false
    var rowHeight = 1

    init(onPick: @escaping (String) -> Void) { self.onPick = onPick }

    func numberOfWheels(in picker: PickerView) -> Int { wheels }
    func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int { words[wheel].count }
    func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText {
        guard isStyled else { return StyledText(words[wheel][row]) }
        return StyledText(words[wheel][row], Style(.bold, foreground: .ansi([.red, .green, .blue][row % 3])))
    }
    func picker(_ picker: PickerView, rowHeightOfWheel wheel: Int) -> Int { rowHeight }
    func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int) { onPick(words[wheel][row]) }
}
