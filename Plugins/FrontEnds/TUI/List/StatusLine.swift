import TerminalKit
import TerminalText

/// A line at the lower edge: what has just happened, with what takes it back, or what can be done.
final class StatusLine: View {
    /// Something to be clicked beside a message.
    struct Offer {
        var title: String
        var action: () -> Void
    }

    /// What has just happened; empty for nothing.
    var message = "" {
        didSet {
            offer = nil
            setNeedsDisplay()
        }
    }
    /// What can be done about it; goes with the message.
    var offer: Offer? { didSet { setNeedsDisplay() } }
    /// What can be done where nothing has just happened: words that two blanks part.
    var hint: () -> String = { "" }
    /// Whether something is going on that takes a while.
    var isBusy = false { didSet { if isBusy != oldValue { setNeedsDisplay() } } }

    /// As many of the hints as there is room for: none is cut off.
    private var fittingHint: String {
        var fitting = ""
        for part in hint().split(separator: "  ") {
            let longer = fitting.isEmpty ? String(part) : "\(fitting)  \(part)"
            if longer.columnWidth > bounds.width { break }
            fitting = longer
        }
        return fitting
    }

    private var offerText: String { offer.map { "[ \($0.title) ]" } ?? "" }

    /// The columns of the offer: behind the message, which gives way to it.
    private var offerColumns: Range<Int> {
        let width = offerText.columnWidth
        let start = min(message.visible().columnWidth + 2, max(0, bounds.width - width))
        return start..<start + width
    }

    override func draw(in context: DrawingContext) {
        if isBusy {
            context.draw("Working…", context.theme.header, width: bounds.width)
        } else if message.isEmpty {
            context.draw(fittingHint, context.theme.secondary, width: bounds.width)
        } else if offer == nil {
            context.draw(message, context.theme.header, width: bounds.width)
        } else {
            let columns = offerColumns
            context.draw(message, context.theme.header, width: max(0, columns.lowerBound - 2))
            context.draw(offerText, context.theme.accent, x: columns.lowerBound, width: columns.count)
        }
    }

    /// A click on the offer takes it.
    override func pointer(_ event: PointerEvent) -> Bool {
        guard event.kind == .press, event.button == .left, !isBusy, let offer,
            offerColumns.contains(event.location.x)
        else { return false }
        offer.action()
        return true
    }
}
