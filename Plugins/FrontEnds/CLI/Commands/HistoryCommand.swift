import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import Platform
import TerminalText
import TextSearch

/// The `loot history` command.
struct HistoryCommand: LootCommand {
    private static let item = Argument.optional(
        "ITEM", "Only changes to this item",
        values: Known.items.values)
    private static let limit = Option.number("limit", "N", "The maximum number of changes; the default is 20")
    private static let showsChanges = Option.flag(
        "patch", short: "p", "Show the differences of each change")
    private static let author = Option.value(
        "author", "NAME", "Only changes by this person", group: "Selection")
    private static let since = Option.value(
        "since", "DAY", "Only changes since this date: 2026-11-20, yesterday, -2w", group: "Selection")
    private static let until = Option.value(
        "until", "DAY", "Only changes up to the end of this date", group: "Selection")

    let declaration = Command(
        "history", summary: "List changes to all items or to one", group: "History",
        arguments: [item],
        options: [limit, showsChanges, author, since, until] + OutputFormat.options,
        examples: [
            .init("loot history", "List the most recent changes, newest first"),
            .init("loot history -p --since yesterday", "List changes with their differences"),
            .init("loot history '#1' --author Ann", "List Ann's changes to the first item"),
            .init("loot history -p --format json", "Print the results for a script"),
        ])

    var listNeed: ListNeed { .past }
    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let span = try span(context)
        let author = context[HistoryCommand.author]
        let isFiltered = author != nil || span.lowerBound != .first || span.upperBound != .last
        let limit = context[HistoryCommand.limit] ?? 20
        let showsChanges = context[HistoryCommand.showsChanges]
        let inventory = try await context.inventory()
        func chosen(_ commits: [Commit]) -> [Commit] {
            Array(
                commits.filter { commit in
                    span.contains(commit.date)
                        && (author.map { Folding.same($0, commit.author ?? "") } ?? true)
                }.suffix(limit))
        }
        // Filters may skip any number of commits, so read all of them.
        let read = isFiltered ? Int.max : limit
        var commits: [(commit: Commit, state: String)] = []
        var details: [[String]] = []
        if let text = context[HistoryCommand.item] {
            let id = try await HistoryCommand.item(text, inventory)
            let all = try await inventory.history(of: id, limit: read)
            // Describing a commit requires the preceding ones, which determine the item's earlier state.
            let told = context.presentation.history(all, of: try await inventory.store.item(id))
            let wanted = Set(chosen(all).map(\.revision))
            let undone = all.undone
            for entry in told.reversed() where wanted.contains(entry.commit.revision) {
                commits.append((entry.commit, undone.contains(entry.commit.revision) ? "undone" : ""))
                details.append(entry.lines)
            }
        } else {
            let history =
                showsChanges
                ? try await inventory.history(limit: read) : try await inventory.titles(limit: read)
            let undone = history.commits.undone
            commits = chosen(history.commits).reversed().map {
                ($0, undone.contains($0.revision) ? "undone" : "")
            }
        }
        guard !commits.isEmpty else {
            if isFiltered, context[OutputFormat.option] == .table {
                context.line(String(localized: "No changes match."))
                return .success
            }
            try context.requireList()
            try context.write(
                HistoryRecords([], context, showsChanges: false).records,
                empty: String(localized: "No changes yet."))
            return .success
        }
        let items = showsChanges ? try await context.items(of: commits.map(\.commit), in: inventory) : [:]
        if showsChanges, context[OutputFormat.option] == .table {
            writeDifferences(commits, context) { items[$0] }
        } else {
            let records = HistoryRecords(
                commits, context, showsChanges: showsChanges, details: details
            ) { items[$0] }
            try context.write(records.records)
        }
        return .success
    }

    /// Returns the range from the start of the day `--since` to the end of the day `--until`, in the time zone of the
    /// output.
    private func span(_ context: CommandContext) throws(LootError) -> ClosedRange<Moment> {
        let since = try context.day(HistoryCommand.since).map { context.start(of: $0) }
        let until = try context.day(HistoryCommand.until).map { day in
            let start = context.start(of: day)
            return Moment(secondsSinceEpoch: start.secondsSinceEpoch + 86_399) ?? .last
        }
        let (first, last) = (since ?? .first, until ?? .last)
        guard first <= last else {
            throw LootError(
                .usage, "Can't list the history.", reason: "--since is after --until.",
                advice: "Use the earlier date for --since.")
        }
        return first...last
    }

    /// Returns the ID of the item with the given name. A complete ID can also refer to a removed item.
    private static func item(_ text: String, _ inventory: Inventory) async throws(LootError) -> ItemID {
        if let id = ItemID(text) { return id }
        return try await inventory.item(ItemReference(parsing: text)).id
    }

    /// Writes each commit with its changes.
    private func writeDifferences(
        _ commits: [(commit: Commit, state: String)], _ context: CommandContext,
        item: @escaping (ItemID) -> Item?
    ) {
        context.beginItems()
        let output = ChangeOutput(context, item: item)
        for (index, (commit, state)) in commits.enumerated() {
            var head = StyledText(
                String(localized: "change \(commit.revision.description)"), Style(foreground: .ansi(.yellow)))
            if !state.isEmpty {
                head = head + StyledText(" (\(HistoryRecords.word(for: state)))", Style(.dim))
            }
            var text = (index == 0 ? "" : "\n") + context.rendered(head)
            if let author = commit.author {
                text += context.rendered(StyledText(String(localized: "Author: \(author)")))
            }
            text += context.rendered(
                StyledText(String(localized: "Date:   \(context.presentation.date(of: commit))")))
            text += "\n"
            for line in StyledText(commit.heading, Style(.bold)).wrapped(
                to: max((context.width ?? .max) - 4, 1))
            {
                text += context.rendered(StyledText("    ") + line)
            }
            text += "\n"
            for line in output.lines(commit) { text += context.rendered(line) }
            context.write(text)
            if context.console.isBroken { return }
        }
    }
}

extension CommandContext {
    /// Returns the current state of the items that commits changed.
    func items(of commits: [Commit], in inventory: Inventory) async throws(LootError) -> [ItemID: Item] {
        var items: [ItemID: Item] = [:]
        for id in Set(commits.flatMap { $0.changes.compactMap(\.change.item) }) {
            items[id] = try await inventory.store.item(id)
        }
        return items
    }

    /// Returns the offset of the output's time zone from UTC at a point in time, in seconds.
    private func ahead(at seconds: Int64) -> Int64 {
        console.isLocal ? Int64(ThisProcess.secondsFromUTC(at: seconds)) : 0
    }

    /// The current day in the output's time zone.
    fileprivate var today: Day {
        let now = Moment.now.secondsSinceEpoch
        return (Moment(secondsSinceEpoch: now + ahead(at: now)) ?? .now).day
    }

    /// Returns the start of a day in the output's time zone.
    fileprivate func start(of day: Day) -> Moment {
        let start = Moment(startOf: day)
        let seconds = start.secondsSinceEpoch
        return Moment(secondsSinceEpoch: seconds - ahead(at: seconds)) ?? start
    }
}

extension CommandContext {
    /// Returns the day given by an option, or `nil` if it wasn't given.
    func day(_ option: Option<String?>) throws(LootError) -> Day? {
        guard let text = self[option] else { return nil }
        if let day = Day(text, today: today) { return day }
        throw LootError(
            .usage, "Can't read --\(option.declaration.name) “\(TextRules.visible(text))”.",
            reason: "It isn't a date.", advice: "Enter a date such as 2026-11-20, yesterday or -2w.")
    }
}
