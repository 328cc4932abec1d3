package import LootCore
import Platform

/// Shows files in the programs that a person has for them.
package struct FileOpener {
    /// Where copies lie, each in a folder of its own.
    private let copies: String
    private let files: any FileAccess
    private let program: String?

    /// So many seconds a copy stays; it goes when another file is opened then.
    private static let day = 86_400

    /// An opener that puts copies into the person's own cache, or where the environment wants what is temporary if it
    /// tells no place for that. The system's own program is asked unless another one is named.
    package init(
        environment: [String: String], files: any FileAccess, program: String? = Machine.browserOpener
    ) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map { "\($0)/.cache" }
        copies = cache.map { "\($0)/loot/opened" } ?? "\(folder("TMPDIR") ?? "/tmp")/loot-\(ItemID())"
        self.files = files
        self.program = program
    }

    /// Shows a copy of a file, which stays for a day: programs read when they like.
    ///
    /// - Returns: where the copy is.
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` where there is no program that shows files.
    package func open(_ file: StoredFile, named name: String) throws(LootError) -> String {
        let refusal = LootError(
            .unavailable, "can't show the file “\(TextRules.visible(name))”",
            because: "no program that opens files was found",
            next: "Write it out instead", remedy: .writeFile)
        guard let program else { throw refusal }
        // The shell ends at once, so that nothing is left to wait for. Names are parameters of the script, never part of it.
        guard try run("command -v \"$1\" >/dev/null 2>&1", program) == 0 else { throw refusal }
        files.removeContents(of: copies, unchangedFor: FileOpener.day)
        let folder = "\(copies)/\(ItemID())"
        try files.makeFolders(folder)
        let path = "\(folder)/\(name)"
        let writer = try files.create(path, replaces: true)
        try writer.write(file.bytes)
        try writer.commit()
        _ = try run("\"$1\" \"$2\" </dev/null >/dev/null 2>&1 &", program, path)
        return path
    }

    private func run(_ script: String, _ words: String...) throws(LootError) -> Int32 {
        do { return try Programs.run("/bin/sh", ["sh", "-c", script, "sh"] + words) } catch {
            throw LootError(
                .unavailable, "can't show the file", because: error.reason.lowercased(),
                next: "Write it out instead", remedy: .writeFile)
        }
    }
}
