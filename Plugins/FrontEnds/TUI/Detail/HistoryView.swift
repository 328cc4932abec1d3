import LootActions
import LootCore
import TerminalKit

/// The history of an item, newest change first: date, author and changed values.
final class HistoryView: View {
    /// The maximum number of commits.
    static let limit = 10

    /// Whether there are no commits to show.
    private(set) var isEmpty = true
    private let stack = StackView(.vertical)

    override init() {
        super.init()
        isHidden = true
        stack.insets = Insets(horizontal: 2)
        addSubview(stack)
    }

    /// Shows the commits of an item, which are passed oldest first.
    func show(_ commits: [Commit], of item: Item, _ presentation: ItemPresentation) {
        for view in stack.subviews { view.removeFromSuperview() }
        let title = Label(String(localized: "History"))
        title.style = Theme().header
        let lines = presentation.sentences(of: commits, item).reversed().map { Label($0, lines: 0) }
        for label in [Label(""), title] + lines { stack.addSubview(label) }
        isEmpty = commits.isEmpty
    }

    override func sizeThatFits(_ available: Size) -> Size { stack.measure(available) }
    override func layoutSubviews() { stack.frame = bounds }
}

extension ItemPresentation {
    /// Returns a line for each commit of an item, such as `2026-11-22 09:04:24 UTC, anna: Value: $30 → $40`. A
    /// line also says whether the commit is undone, or that it is an undo or a redo.
    func sentences(of commits: [Commit], _ item: Item) -> [String] {
        let undone = commits.undone
        return history(commits, of: item).map { commit, lines in
            let state: String? =
                switch commit.purpose {
                case .undo: String(localized: "undo")
                case .redo: String(localized: "redo")
                default: undone.contains(commit.revision) ? String(localized: "undone") : nil
                }
            let head = [date(of: commit), commit.author, state].compactMap(\.self)
            return Language.current.titled(
                Language.current.list(head, .none), lines.joined(separator: "; "))
        }
    }
}
