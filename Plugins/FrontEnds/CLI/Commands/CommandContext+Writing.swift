import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

extension CommandContext {
    /// Writes text to standard output. If the store has an error, it is reported first.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes to standard output. If the store has an error, it is reported first. In a dry run, only
    /// ``tellTrial()`` writes output.
    func write(_ bytes: [UInt8]) {
        if trial != nil { return }
        tellDamage()
        console.write(bytes)
    }

    /// Sends the following output to a pager, like Git does.
    func page() {
        let environment = host.environment
        let isWanted = !self[GlobalOptions.noPager] && self.isForTable
        guard isWanted, console.isOutputTerminal, environment["TERM"] != "dumb" else { return }
        let named = environment["LOOT_PAGER"] ?? configuration.pager ?? environment["PAGER"]
        if named == "" || named == "cat" { return }
        console.page(
            through: named ?? "if command -v less >/dev/null 2>&1; then exec less; else exec cat; fi")
    }

    private var isForTable: Bool {
        for option in [OutputFormat.option, OutputFormat.optionWithCalendar] where lists(option) {
            return self[option] == .table
        }
        return true
    }

    /// Whether a program reads the output, as in JSON and CSV.
    var isForProgram: Bool {
        for option in [OutputFormat.option, OutputFormat.optionWithCalendar] where lists(option) {
            return !self[option].isForPeople && self[option] != .calendar
        }
        return false
    }

    /// Writes the changes of a dry run.
    func tellTrial() throws(LootError) {
        if let trial { try writePreview(trial.commits, item: trial.known) }
    }

    /// Writes the given changes of a dry run. `item` returns an item after the changes.
    func writePreview(_ commits: [Commit], item: @escaping (ItemID) -> Item?) throws(LootError) {
        tellDamage()
        if lists(OutputFormat.option), self[OutputFormat.option] != .table {
            let history = HistoryRecords(
                commits.map { ($0, "trial") }, self, showsChanges: true, item: item)
            return console.write(
                try history.records.bytes(self[OutputFormat.option], hasHeader: !self[OutputFormat.noHeader]))
        }
        if commits.isEmpty {
            return console.write((whyNothing ?? String(localized: "Nothing would be changed.")) + "\n")
        }
        var text = ""
        for commit in commits {
            let title = StyledText(commit.preview, Style(.bold))
            text += rendered(title)
            for line in ChangeOutput(self, item: item).lines(commit) { text += rendered(line) }
        }
        console.write(text + String(localized: "Dry run: nothing was changed.") + "\n")
    }

    /// Returns a line of styled text as it is written to the console.
    func rendered(_ text: StyledText) -> String {
        text.restricted(to: glyphs).rendered(colors: colors) + "\n"
    }

    /// Returns whether the command declares an option.
    func lists<Value>(_ option: Option<Value>) -> Bool { invocation.lists(option) }

    /// Writes a line. Control characters in the text are made visible.
    func line(_ text: StyledText) { write(rendered(text)) }

    /// Writes a line. Control characters in the text are made visible.
    func line(_ text: String) { line(StyledText(text)) }

    /// Writes a message about a completed change, unless `--quiet` was given.
    func tell(_ text: String) { if !isQuiet { line(text) } }

    /// The option that allows replacing existing files.
    static let force = Option.flag("force", short: "f", "Replace an existing file")

    /// Writes the reason why there is nothing to do. Dry runs show it, too.
    func tellNothing(_ reason: String) {
        whyNothing = reason
        tell(reason)
    }

    /// Creates the file at a path given by the user. Replaces an existing one only with `--force`.
    func create(_ path: String) throws(LootError) -> any ByteWriter {
        if let list = host.storeFile, files.areSame(path, list.path) {
            throw LootError(
                .cannotCreate, "Can't write \(TextRules.visible(path: path)).",
                reason: "The list is stored in this file.", advice: "Specify another file.", place: path)
        }
        let replaces = self[CommandContext.force]
        if replaces, let damage { throw damage.during("Can't replace \(TextRules.visible(path: path)).") }
        do { return try files.create(path, replaces: replaces) } catch {
            var error = error
            if !replaces, error.advice.isEmpty {
                let isFile = files.exists(path) && (try? files.names(in: path)) == nil
                error.advice =
                    isFile
                    ? "Specify another file, or replace this one with --force." : "Specify another file."
            }
            throw error
        }
    }
}
