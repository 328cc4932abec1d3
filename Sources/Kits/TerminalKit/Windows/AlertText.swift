/// The title and the message of an alert.
final class AlertText: CutView {
    private let title: Label
    private let message: Label
    private let hasMessage: Bool

    /// Whether the title is shown here, because the alert has no frame for it.
    var showsTitle = false {
        didSet {
            guard showsTitle != oldValue else { return }
            title.isHidden = !showsTitle
            isHidden = !hasMessage && !showsTitle
        }
    }

    init(title: String, message: String) {
        self.title = Label(title, lines: 0)
        self.title.style = Theme().header
        self.title.isHidden = true
        self.message = Label(message, lines: 0)
        hasMessage = !message.isEmpty
        self.message.isHidden = !hasMessage
        super.init(StackView(.vertical, [self.title, self.message]))
        isHidden = !hasMessage
        // The actions take precedence if there isn't enough space.
        compressionResistance.vertical = 100
    }

    /// Returns the height of the message without the title.
    func messageHeight(forWidth width: Int) -> Int {
        hasMessage ? message.measure(Size(width: max(1, width), height: Size.unlimited.height)).height : 0
    }
}
