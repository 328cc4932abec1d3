import LootActions
import LootCore
import LootPlugins
import TerminalText

/// A session in which a person edits items as text. It repeats until the text is valid or the person gives up. The
/// text is never lost.
struct EditingSession {
    private let context: CommandContext
    private let editor: TextEditor
    private let text: ItemText
    private let path: String

    /// The age in seconds after which abandoned copies are removed.
    private static let day = 86_400
    /// Limits that prevent endless loops: the number of times that the editor can return the same invalid text, and the
    /// number of attempts without a terminal.
    private static let (mostUnchanged, mostAttemptsWithoutPerson) = (3, 10)

    init(_ items: [Item], _ context: CommandContext) throws(LootError) {
        self.context = context
        editor = try TextEditor(context)
        text = ItemText(items, own: context.host.ownFields)
        func folder(_ name: String) -> String? {
            context.host.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map { "\($0)/.cache" }
        let place = "\(cache ?? folder("TMPDIR") ?? "/tmp")/loot/edited"
        context.files.removeContents(of: place, unchangedFor: EditingSession.day)
        try context.files.makeFolders(place)
        path = "\(place)/\(ItemID()).txt"
    }

    /// Runs the editor until the text is valid.
    ///
    /// - Returns: The commit, or `nil` if nothing was changed.
    func run(_ inventory: Inventory) async throws(LootError) -> Commit? {
        var shown = text.text
        var line =
            text.items.count == 1 ? shown.split(separator: "\n", omittingEmptySubsequences: false).count : 1
        line = min(line, 7)
        var (attempts, unchanged) = (0, 0)
        var last: String?
        while true {
            try write(shown)
            do { try editor.edit(path, at: line) } catch {
                if attempts == 0, (try? contents()) == shown { context.files.remove(path) }
                throw keeping(error)
            }
            let typed = try contents()
            if typed == shown || typed.allSatisfy(\.isWhitespace) {
                if attempts == 0 {
                    context.files.remove(path)
                    return nil
                }
                throw keeping(
                    LootError(
                        .declined, "Nothing was edited.",
                        reason: "The editor was closed before the errors were fixed."))
            }
            let plain = ItemText.unmarked(typed)
            unchanged = plain == last ? unchanged + 1 : 1
            last = plain
            var outcome = text.read(plain)
            if outcome.faults.isEmpty {
                do {
                    let commit = try await inventory.edit(
                        outcome.edits, of: text.items.map(\.id), in: context.presentation.money,
                        if: outcome.conditions)
                    context.files.remove(path)
                    return commit
                } catch {
                    guard let fault = EditingSession.fault(error, outcome) else { throw keeping(error) }
                    outcome.faults = [fault]
                }
            }
            attempts += 1
            let isAlone = !context.console.canAsk && attempts >= EditingSession.mostAttemptsWithoutPerson
            if unchanged >= EditingSession.mostUnchanged || isAlone, let fault = outcome.faults.first {
                throw keeping(fault.error)
            }
            (shown, line) = ItemText.marked(plain, outcome.faults) {
                context.program.description(of: $0)
            }
            for fault in outcome.faults.prefix(5) {
                context.console.writeError(
                    String(localized: "Line \(fault.line): \(context.program.description(of: fault.error))")
                        .visible() + "\n")
            }
        }
    }

    /// Returns the line that caused an error of the whole change, or `nil` if no line did.
    private static func fault(_ error: LootError, _ outcome: ItemText.Outcome) -> ItemText.Fault? {
        guard error.code != .conflict, let item = error.item, let lines = outcome.lines[item] else {
            return nil
        }
        let line = error.field.flatMap { lines[$0] } ?? lines.values.min()
        return line.map { ItemText.Fault(line: $0, error: error) }
    }

    private func keeping(_ error: LootError) -> LootError {
        guard context.files.exists(path) else { return error }
        return error.followed(by: "The edited text is in \(TextRules.visible(path: path)).")
    }

    private func write(_ text: String) throws(LootError) {
        let writer = try context.files.create(path, replaces: true)
        try writer.write(Array(text.utf8))
        try writer.commit()
    }

    private func contents() throws(LootError) -> String {
        String(decoding: try context.files.contents(path), as: UTF8.self)
    }
}
