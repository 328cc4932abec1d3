import Basics
import Localization
import TerminalText
import Testing

@testable import TerminalKit

private final class Sizes: PickerDataSource, PickerDelegate {
    let wheels = [["XS", "S", "M", "L"], ["red", "green", "blue"], []]
    var chosen: [String] = []

    func numberOfWheels(in picker: PickerView) -> Int { wheels.count }
    func picker(_ picker: PickerView, numberOfRowsInWheel wheel: Int) -> Int { wheels[wheel].count }
    func picker(_ picker: PickerView, titleForRow row: Int, inWheel wheel: Int) -> StyledText {
        StyledText(wheels[wheel][row])
    }
    func picker(_ picker: PickerView, widthOfWheel wheel: Int) -> Int? { wheel == 0 ? 6 : nil }
    func picker(_ picker: PickerView, didSelectRow row: Int, inWheel wheel: Int) {
        chosen.append(wheels[wheel][row])
    }
}

@Suite struct PickerTests {
    @Test(arguments: [
        (0, DateTime(year: 1970)),
        (951_782_340, DateTime(year: 2000, month: 2, day: 28, hour: 23, minute: 59)),
        (951_868_800, DateTime(year: 2000, month: 3)),
        (1_798_761_599, DateTime(year: 2026, month: 12, day: 31, hour: 23, minute: 59)),
    ])
    func `a date is computed from seconds since 1970`(seconds: Int, date: DateTime) {
        #expect(DateTime(secondsSince1970: seconds) == date)
        #expect(DateTime.now > DateTime(year: 2025))
    }

    private let date = DateTime(year: 2026, month: 1, day: 31, hour: 9, minute: 5)

    @Test(arguments: [
        (DatePicker.Mode.date, "2026-01-31"), (.time, "09:05"), (.dateAndTime, "2026-01-31 09:05"),
        (.countDown, "09 h 05 min"),
    ])
    func `a date picker shows the components of its mode`(_ mode: DatePicker.Mode, _ expected: String) {
        #expect(Window(DatePicker(mode, date: date), width: 20, height: 1).line == expected)
    }

    @Test func `the components have the order of the person's language`() {
        Language.$named.withValue(.german) {
            let picker = DatePicker(.dateAndTime, date: date)
            let window = Window(picker, width: 20, height: 1)
            #expect(window.line == "31.01.2026 09:05")
            window.type("290220241030")
            #expect(window.line == "29.02.2024 10:30")
            window.press("left left left left")
            window.type("31")
            #expect(window.line == "29.02.2024 10:30")
            window.type("03")
            #expect(window.line == "31.03.2024 10:30")
            window.press("left left + right")
            window.type("04")
            #expect(window.line == "01.04.2024 10:30")
        }
    }

    @Test func `components change one by one, and days fit their month`() {
        let picker = DatePicker(.date, date: date)
        let window = Window(picker, width: 20, height: 1)
        let counter = picker.counting(.valueChanged)
        window.press("right +")
        #expect(picker.date == DateTime(year: 2026, month: 2, day: 28, hour: 9, minute: 5))
        window.press("right +")
        #expect(picker.date.day == 1)
        window.press("left left -")
        #expect(picker.date.year == 2025 && counter.count == 3)
        window.type("20240229")
        #expect(window.line == "2024-02-29")
        window.wheel(-1, at: 6, 0)
        #expect(window.line == "2024-03-29")
    }

    @Test func `minimum, maximum and minute interval are respected`() {
        let picker = DatePicker(.dateAndTime, date: date)
        let window = Window(picker, width: 20, height: 1)
        picker.minuteInterval = 15
        #expect(window.line == "2026-01-31 09:00")
        picker.minimum = DateTime(year: 2026, month: 3)
        picker.maximum = DateTime(year: 2026, month: 3, day: 2)
        #expect(window.line == "2026-03-01 00:00")
        window.press("right right + + +")
        #expect(window.line == "2026-03-02 00:00")
        window.press("left - left -")
        #expect(window.line == "2026-03-01 00:00")
        picker.minuteInterval = 7
        window.press("right right right right")
        #expect(picker.date.minute == 0)
    }

    @Test func `a duration counts minutes`() {
        let picker = DatePicker(.countDown, date: date)
        picker.countDownMinutes = 90
        let window = Window(picker, width: 20, height: 1)
        #expect(window.line == "01 h 30 min")
        window.press("right + left +")
        #expect(picker.countDownMinutes == 151)
        picker.countDownMinutes = 99_999
        #expect(picker.countDownMinutes == 1439)
    }

    @Test func `the columns of a picker scroll independently`() {
        let sizes = Sizes()
        let picker = PickerView()
        picker.dataSource = sizes
        picker.delegate = sizes
        let window = Window(picker, width: 22, height: 3)
        #expect(window.lines == ["", "› XS   › red", "  S      green"])
        window.press("+ + right - +")
        #expect(window.lines == ["  S      red", "› M    › green", "  L      blue"])
        #expect(sizes.chosen == ["S", "M", "green"])
        window.wheel(1, at: 1, 1)
        window.click(8, 0)
        #expect(picker.selectedRow(inWheel: 0) == 3 && picker.selectedRow(inWheel: 1) == 0)
        #expect(picker.selectedRow(inWheel: 2) == nil)
        window.type("b")
        #expect(picker.selectedRow(inWheel: 1) == 2)
        picker.select(row: 9, inWheel: 1)
        picker.select(row: 1, inWheel: 9)
        #expect(picker.selectedRow(inWheel: 1) == 2)
    }

    @Test func `arrows turn a wheel only between Enter and Enter, Escape or another view`() {
        let sizes = Sizes()
        let picker = PickerView()
        (picker.dataSource, picker.delegate) = (sizes, sizes)
        let (above, below) = (Button("Above"), Button("Below"))
        let window = Window(StackView(.vertical, [above, picker, below]), width: 22, height: 7)
        window.press("down")
        #expect(picker.isFocused)
        window.press("down")
        #expect(below.isFocused && sizes.chosen.isEmpty)
        window.press("up enter down down")
        #expect(picker.isFocused && sizes.chosen == ["S", "M"])
        #expect(window.lines[3] == "» M    › red")
        window.press("enter up")
        #expect(above.isFocused && sizes.chosen == ["S", "M"])
        window.press("down enter pgup esc down")
        #expect(below.isFocused && sizes.chosen == ["S", "M", "XS"])
        window.press("up enter tab up down")
        #expect(below.isFocused && sizes.chosen == ["S", "M", "XS"])
    }

    private func picture(_ width: Int, _ height: Int, _ level: UInt8 = 255) throws -> Image {
        let pixel = Image.Pixel(red: level, green: level, blue: level)
        return try #require(
            Image(
                name: "p", width: width, height: height,
                pixels: [Image.Pixel](repeating: pixel, count: width * height)))
    }

    @Test(arguments: [
        (ImageView.ContentMode.scaleToFill, Rect(width: 8, height: 8)),
        (.aspectFit, Rect(x: 0, y: 2, width: 8, height: 4)),
        (.aspectFill, Rect(x: -4, y: 0, width: 16, height: 8)),
        (.center, Rect(x: 2, y: 3, width: 4, height: 2)),
        (.topLeft, Rect(x: 0, y: 0, width: 4, height: 2)),
        (.bottomRight, Rect(x: 4, y: 6, width: 4, height: 2)),
        (.right, Rect(x: 4, y: 3, width: 4, height: 2)), (.bottom, Rect(x: 2, y: 6, width: 4, height: 2)),
    ])
    func `an image is positioned by its content mode`(_ mode: ImageView.ContentMode, _ expected: Rect)
        throws
    {
        #expect(ImageView.place(try picture(4, 2), in: Size(width: 8, height: 8), mode) == expected)
    }

    @Test func `pixels are half blocks, or letters in ASCII`() throws {
        let window = Window(ImageView(try picture(2, 3), contentMode: .topLeft), width: 4, height: 2)
        #expect(window.lines == ["▀▀", "▀▀"])
        #expect(window.style(0, 0).background == .rgb(255, 255, 255))
        #expect(window.style(0, 1).background == .standard)
        window.glyphs = .ascii
        #expect(window.lines == ["@@", "@@"])
    }

    @Test func `an image sequence plays while it is in the window`() throws {
        let view = ImageView(nil, contentMode: .topLeft)
        view.sequence = [try picture(1, 2), try picture(2, 2)]
        let window = Window(view, width: 4, height: 1)
        view.startAnimating()
        #expect(window.line == "▀")
        window.advance(to: .milliseconds(200))
        #expect(window.line == "▀▀")
        view.stopAnimating()
        #expect(window.line == "" && window.nextDeadline == nil)
    }

    @Test func `a PNG is sent if the terminal supports it, and is a mark otherwise`() throws {
        let png: [UInt8] = [
            137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 4, 0, 0, 0, 2,
        ]
        let image = try #require(Image(name: "bear.png", file: png))
        #expect(image.width == 4 && image.height == 2)
        #expect(Image(name: "x", file: [1, 2, 3]) == nil)
        let window = Window(ImageView(image), width: 16, height: 3)
        #expect(window.lines[1] == "│  ▣ bear.png  │")
        window.imageFormats = [.png]
        let frame = window.drawFrame()
        #expect(frame.images.count == 1 && frame.buffer.text(ofRow: 1) == "")
        let kitty = try #require(ImageProtocol(environment: ["TERM": "xterm-kitty"]))
        let sent = String(decoding: kitty.bytes(for: frame.images, cursor: nil), as: UTF8.self)
        #expect(sent.contains("\u{1B}_Ga=T,f=100,C=1,q=2,c=") && sent.contains(";iVBORw0KGgo"))
        #expect(ImageProtocol(environment: ["TERM": "xterm"]) == nil)
        #expect(Base64.encode(Array("ab".utf8)) == "YWI=" && Base64.encode(Array("abcd".utf8)) == "YWJjZA==")
    }

    @Test func `a JPEG is sent to iTerm2 unchanged, and is a mark in kitty`() throws {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 4]
        let jpeg = head + [3, 1, 2, 3, 0xFF, 0xD9]
        let image = try #require(Image(name: "bear.jpg", file: jpeg))
        #expect(image.width == 4 && image.height == 2 && image.format == .jpeg)
        for end in head.indices { #expect(Image(name: "x", file: Array(head[..<end])) == nil, "\(end)") }
        #expect(Image(name: "x", file: [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11]) == nil)
        let window = Window(ImageView(image), width: 16, height: 3)
        let kitty = try #require(ImageProtocol(environment: ["TERM": "xterm-kitty"]))
        window.imageFormats = kitty.formats
        #expect(window.lines[1] == "│  ▣ bear.jpg  │" && window.drawFrame().images.isEmpty)
        let iTerm = try #require(ImageProtocol(environment: ["TERM_PROGRAM": "iTerm.app"]))
        window.imageFormats = iTerm.formats
        let sent = String(decoding: iTerm.bytes(for: window.drawFrame().images, cursor: nil), as: UTF8.self)
        #expect(sent.contains("\u{1B}]1337;File=inline=1;size=\(jpeg.count)") && sent.contains(":/9j/"))
    }
}
