import LootCore
import Platform

/// Helpers for Git: finding a repository, escaping paths, and setting configuration values.
enum Git {
    /// Returns the root folder of the repository that contains a file, given by its absolute path, or `nil` if there
    /// is none.
    static func repository(of file: String) -> String? {
        var folder = file[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if Files.exists("\(folder)/.git") { return String(folder) }
        }
        return nil
    }

    /// Returns a `.gitattributes` pattern that matches only the given path, which is relative to the repository.
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

    /// The shell command that runs this program: its name or absolute path, depending on how it was called.
    static var quotedProgram: String {
        let name = CommandLine.arguments.first ?? "loot"
        return driverWord(name.contains("/") ? Files.realPath(of: name) ?? name : name)
    }

    /// Quotes a word of a merge driver's command, in which Git uses % for placeholders.
    private static func driverWord(_ text: String) -> String {
        text.replacing("%", with: "%%").quotedForShell
    }

    /// Sets a value in a repository's configuration.
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
