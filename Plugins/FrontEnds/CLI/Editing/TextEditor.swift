import LootActions
import LootCore
import LootPlugins
import Platform

/// The user's text editor: the shell command in `VISUAL` or `EDITOR`, or else `vi`.
struct TextEditor {
    private let line: String
    private let program: String

    /// Editors that accept `+LINE` before the file name.
    private static let takingPlus: Set<String> = [
        "vi", "vim", "nvim", "gvim", "vim.basic", "vim.tiny", "nano", "pico", "emacs", "emacsclient", "kak",
        "micro",
        "joe", "jed", "mg", "ne", "editor", "sensible-editor",
    ]
    /// Editors that accept `FILE:LINE`.
    private static let takingColon: Set<String> = ["hx", "helix"]

    /// Finds the editor in the environment.
    ///
    /// - Throws: `LootError` with code `unavailable` if none is set and there is no terminal for `vi`.
    init(_ context: CommandContext) throws(LootError) {
        let named = ["VISUAL", "EDITOR"].compactMap { context.host.environment[$0] }.first { !$0.isEmpty }
        guard named != nil || context.console.canAsk else {
            throw LootError(
                .unavailable, "Can't open an editor.",
                reason: "There is no terminal, and VISUAL doesn't name an editor.",
                advice: "Specify one, for example with VISUAL='code --wait'.")
        }
        line = named ?? "vi"
        let word = line.split(separator: " ").first ?? ""
        program = String(word.split(separator: "/").last ?? "")
    }

    /// Opens a file in the editor at a line, starting at 1, and waits until it is closed.
    ///
    /// - Throws: `LootError` with code `unavailable` if the editor can't be run or exits with an error.
    func edit(_ path: String, at number: Int = 1) throws(LootError) {
        var words = ["sh", "-c", "\(line) \"$@\"", program]
        if number > 1, TextEditor.takingPlus.contains(program) { words.append("+\(number)") }
        let hasColon = number > 1 && TextEditor.takingColon.contains(program)
        words.append(hasColon ? "\(path):\(number)" : path)
        // The editor handles Ctrl-C.
        Signals.ignore(Signals.interrupt)
        defer { Signals.reset(Signals.interrupt) }
        var problem: Message?
        do throws(SystemFailure) {
            let status = try Programs.run("/bin/sh", words)
            if status != 0 { problem = "The editor exited with an error." }
        } catch { problem = Message(verbatim: "\(error.reason).") }
        guard let problem else { return }
        throw LootError(
            .unavailable, "Can't edit with “\(TextRules.visible(line))”.", reason: problem,
            advice: "Specify another editor with VISUAL or EDITOR.")
    }
}
