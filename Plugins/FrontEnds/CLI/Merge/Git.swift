import LootCore
import Platform

/// Functions for setting up Git to merge a file with this program.
enum Git {
    /// Returns the root folder of the Git repository that contains `file`, or `nil` if the file isn't in a repository.
    /// `file` must be an absolute path.
    static func repository(of file: String) -> String? {
        var folder = file[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if Files.exists("\(folder)/.git") { return String(folder) }
        }
        return nil
    }

    /// Returns the pattern for `.gitattributes` that matches only the file at the given path.
    ///
    /// The path is relative to the root folder of the repository, and must begin with a slash. Without the slash, Git
    /// would also match files of the same name in other folders.
    static func pattern(of path: String) -> String {
        var pattern = ""
        var needsQuotes = false
        for character in path.unicodeScalars {
            switch character {
            case "*", "?", "[", "\\": pattern += "\\"
            default: break
            }
            if character.value <= 0x20 || character == "\"" || character == "\\" { needsQuotes = true }
            pattern.unicodeScalars.append(character)
        }
        guard needsQuotes else { return pattern }
        let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        return "\"\(escaped)\""
    }

    /// The word that runs this program in the shell command of a merge driver: the program's name if it was called by
    /// name, or else its absolute path. It is quoted for the shell, and each `%` is doubled.
    static var quotedProgram: String {
        let name = CommandLine.arguments.first ?? "loot"
        return driverWord(name.contains("/") ? Files.realPath(of: name) ?? name : name)
    }

    /// Returns the given text as a single word for the shell command of a merge driver. Each `%` is doubled, because
    /// Git replaces placeholders such as `%A` in the command.
    private static func driverWord(_ text: String) -> String {
        text.replacing("%", with: "%%").quotedForShell
    }

    /// Sets `key` to `value` in the configuration of the given repository, and removes all other values of the key.
    ///
    /// - Throws: `LootError` with code `unavailable` if Git can't be run, or `cannotCreate` if Git rejects the value.
    static func configure(_ key: String, _ value: String, in repository: String) throws(LootError) {
        let words = ["git", "-C", repository, "config", "--replace-all", key, value]
        let status: Int32
        do throws(SystemFailure) { status = try Programs.run("git", words, searchesPath: true) } catch {
            throw LootError(
                .unavailable, "Can't set up Git.",
                reason: error == .notFound
                    ? "Git wasn't found." : Message(verbatim: "\(error.reason)."),
                advice: "Install Git, or add it to PATH.")
        }
        guard status == 0 else {
            throw LootError(
                .cannotCreate, "Can't set up Git.", reason: "Git rejected the value of \(key).",
                advice: "See the message from Git above.", place: repository)
        }
    }
}
