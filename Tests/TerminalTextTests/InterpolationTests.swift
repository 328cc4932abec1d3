import TerminalText
import Testing

@Suite struct InterpolationTests {
    @Test func `styled text can be written with values in it, and their control characters become visible`() {
        let value = 45
        let text: StyledText = "Value \(value)\("\u{1B}")"
        #expect(text.text == "Value 45␛")
    }
}
