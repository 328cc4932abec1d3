#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import LootCore

/// What there is to know of git: where a repository begins, how its files name a path, and how to set a value.
enum Git {
    /// The folder of the repository that a file lies in, by its absolute path; nil if it lies in none.
    static func repository(of file: String) -> String? {
        var folder = file[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if access("\(folder)/.git", F_OK) == 0 { return String(folder) }
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
        guard name.contains("/"), let path = realpath(name, nil) else { return driverWord(name) }
        defer { free(path) }
        return driverWord(String(cString: path))
    }

    /// A word of a merge driver, in which git takes % for a placeholder.
    private static func driverWord(_ text: String) -> String {
        text.replacing("%", with: "%%").quotedForShell
    }

    /// Sets a value in a repository's configuration.
    static func configure(_ key: String, _ value: String, in repository: String) throws(LootError) {
        // What the system takes is a list of C strings that ends with nil.
        let words = ["git", "-C", repository, "config", "--replace-all", key, value]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, "git", nil, nil, &arguments, environ)
        guard failure == 0 else {
            throw LootError(
                .unavailable, "can't set git up",
                because: failure == ENOENT
                    ? "the program git was not found" : String(cString: strerror(failure)).lowercased(),
                next: "Install git, or add it to PATH")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw LootError(
                .cannotCreate, "can't set git up", because: "git did not take the value of \(key)",
                next: "See what it says above", place: repository)
        }
    }
}
