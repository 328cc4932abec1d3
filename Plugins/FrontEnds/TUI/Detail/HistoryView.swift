import LootActions
import LootCore
import TerminalKit

/// What was done to an item, the newest first: when, by whom, and what.
final class HistoryView: View {
    /// How many commits are shown.
    static let limit = 10

    /// Whether nothing is known.
    private(set) var isEmpty = true
    private let stack = StackView(.vertical)

    override init() {
        super.init()
        isHidden = true
        stack.horizontalMargin = 2
        addSubview(stack)
    }

    /// Shows these commits, the oldest first.
    func show(_ commits: [Commit], _ presentation: ItemPresentation) {
        for view in stack.subviews { view.removeFromSuperview() }
        let title = Label("History")
        title.style = Theme().header
        let lines = commits.reversed().map { Label(presentation.sentence(of: $0), lines: 0) }
        for label in [Label(""), title] + lines { stack.addSubview(label) }
        isEmpty = commits.isEmpty
    }

    override func sizeThatFits(_ available: Size) -> Size { stack.measure(available) }
    override func layoutSubviews() { stack.frame = bounds }
}

extension ItemPresentation {
    /// What a commit did to its item, on one line: `2026-11-22 09:04:24 UTC, anna: Value: $30 → $40`.
    func sentence(of commit: Commit) -> String {
        let changes = commit.changes.flatMap(lines).joined(separator: "; ")
        return "\(date(of: commit))\(commit.author.map { ", \($0)" } ?? ""): \(changes)"
    }
}
