import Localization
import LootActions
import TerminalText

/// A progress indicator on a single line of a terminal. If standard error isn't a terminal, it shows nothing.
final class ProgressLine {
    /// The unit of progress.
    enum Unit {
        case bytes, items
    }

    private let console: any Console
    private let title: String
    private let unit: Unit
    private let total: Int?
    private let start = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    /// Creates an indicator with a title.
    init(_ context: CommandContext, _ title: String, _ unit: Unit, of total: Int?) {
        console = context.console
        self.title = title
        self.unit = unit
        self.total = total
    }

    deinit { clear() }

    /// Updates the progress. The line is redrawn at most ten times a second.
    func show(_ done: Int) {
        guard let width = console.errorWidth else { return }
        let now = ContinuousClock.now
        if let drawn, now - drawn < .milliseconds(100) { return }
        drawn = now
        let line = StyledText(text(Pace(done: done, total: total, elapsed: now - start)))
        console.writeError("\r\(line.truncated(to: width - 1).text)\u{1B}[K")
    }

    /// Clears the line.
    func clear() {
        if drawn != nil { console.writeError("\r\u{1B}[K") }
        drawn = nil
    }

    private func text(_ pace: Pace) -> String {
        var parts = [title]
        if let fraction = pace.fraction {
            let filled = Int(fraction * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts.append("[\(bar)] \(Int(fraction * 100))%")
        } else {
            parts.append(amount(Double(pace.done)))
        }
        if let perSecond = pace.perSecond { parts.append("\(amount(perSecond))/s") }
        if let timeLeft = pace.timeLeft { parts.append(String(localized: "\(timeLeft) left")) }
        return parts.joined(separator: "  ")
    }

    private func amount(_ number: Double) -> String {
        switch unit {
        case .items: ItemPresentation.count(Int(number))
        case .bytes:
            number < 1_000_000
                ? "\(Int(number / 1000)) kB" : "\(Int(number / 1_000_000)).\(Int(number / 100_000) % 10) MB"
        }
    }
}
