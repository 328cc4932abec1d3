import LootCore
import Platform

/// What there is to know of git: where a repository begins, how its files name a path, and how to set a value.
enum Git {
    /// The folder of the repository that a file lies in, by its absolute path; nil if it lies in none.
    static func repository(of file: String) -> String? {
        var folder = file[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if Files.exists("\(folder)/.git") { return String(folder) }
        }
        return nil
    }

    /// A path from the repository's folder as `.gitattributes` names that file and no other.
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

    /// This program as it was called, for a shell: by name, or by its absolute path.
    static var quotedProgram: String {
        let name = CommandLine.arguments.first ?? "loot"
        return driverWord(name.contains("/") ? Files.realPath(of: name) ?? name : name)
    }

    /// A word of a merge driver, in which git takes % for a placeholder.
    private static func driverWord(_ text: String) -> String {
        text.replacing("%", with: "%%").quotedForShell
    }

    /// Sets a value in a repository's configuration.
    static func configure(_ key: String, _ value: String, in repository: String) throws(LootError) {
        let words = ["git", "-C", repository, "config", "--replace-all", key, value]
        let status: Int32
        do throws(SystemFailure) { status = try Programs.run("git", words, searchesPath: true) } catch {
            throw LootError(
                .unavailable, "can't set git up",
                because: error == .notFound ? "the program git was not found" : error.reason.lowercased(),
                next: "Install git, or add it to PATH")
        }
        guard status == 0 else {
            throw LootError(
                .cannotCreate, "can't set git up", because: "git did not take the value of \(key)",
                next: "See what it says above", place: repository)
        }
    }
}
