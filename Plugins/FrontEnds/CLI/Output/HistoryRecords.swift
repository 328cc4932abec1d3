import LootActions
import LootCore
import LootFormats
import TerminalText

/// Commits as records: number, date, state, author and title. Machine-readable formats can include the changes.
struct HistoryRecords {
    private(set) var records: Records

    /// Creates records of commits with their states. The state is `undone`, `trial` or empty.
    init(
        _ commits: [(commit: Commit, state: String)], _ context: CommandContext, showsChanges: Bool,
        details: [[String]] = [], item: @escaping (ItemID) -> Item? = { _ in nil }
    ) {
        let hasAuthors = commits.contains { $0.commit.author != nil }
        records = Records([
            .init("revision", String(localized: "Change"), isNumber: true),
            .init("date", String(localized: "Date")), .init("state", String(localized: "Status")),
            .init("author", hasAuthors ? String(localized: "Author") : nil, wraps: true),
            .init("title", String(localized: "Title"), wraps: true),
        ])
        let output = ChangeOutput(context, item: item)
        for (index, (commit, state)) in commits.enumerated() {
            let lines = details.indices.contains(index) ? details[index] : []
            let title = state == "trial" ? commit.title : commit.heading
            let text = ([title] + lines.map { "  \($0)" }).joined(separator: "\n")
            let cells: [Records.Cell] = [
                .init(.number("\(commit.revision)"), StyledText("\(commit.revision)", Style(.dim))),
                .init(
                    .text(commit.date.description),
                    StyledText(context.presentation.date(of: commit), Style(.dim))),
                .init(
                    .text(state.isEmpty ? "done" : state),
                    StyledText(HistoryRecords.word(for: state), Style(.dim))),
                .init(commit.author, Style(.dim)),
                .init(.text(title), StyledText(text, lineBreaks: .kept)),
            ]
            var json: [UInt8]?
            if showsChanges {
                var members = zip(records.columns, cells).compactMap { column, cell in
                    cell.value.map { ForeignField(column.name, $0) }
                }
                members.append(.init("changes", output.json(commit)))
                var bytes: [UInt8] = []
                ForeignValue.object(members).appendJSON(to: &bytes)
                json = bytes
            }
            records.append(cells, json: json)
        }
    }

    /// Returns the word that tables show for a state.
    static func word(for state: String) -> String {
        state == "undone" ? String(localized: "undone") : state
    }
}
