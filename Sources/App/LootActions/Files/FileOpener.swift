package import LootCore
import Platform

/// Opens files in the person's preferred programs.
package struct FileOpener {
    /// The folder of the copies. Each copy has its own subfolder.
    private let copies: String
    private let files: any FileAccess
    private let program: String?

    /// The lifetime of a copy in seconds. Older copies are removed when another file is opened.
    private static let day = 86_400

    /// Creates an opener that copies files to the person's cache folder, or to the temporary folder if the
    /// environment defines no cache. `program` defaults to the system's opener.
    package init(
        environment: [String: String], files: any FileAccess, program: String? = Machine.browserOpener
    ) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map { "\($0)/.cache" }
        copies = cache.map { "\($0)/loot/opened" } ?? "\(folder("TMPDIR") ?? "/tmp")/loot-\(ItemID())"
        self.files = files
        self.program = program
    }

    /// Opens a copy of a file. The copy is kept for a day because programs may read it later.
    ///
    /// - Returns: The path of the copy.
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if no program opens files.
    package func open(_ file: StoredFile, named name: String) throws(LootError) -> String {
        let refusal = LootError(
            .unavailable, "Can't open the file “\(TextRules.visible(name))”.",
            reason: "No program for opening files was found.",
            advice: "Save the file instead.", remedy: .writeFile)
        guard let program else { throw refusal }
        // The shell exits immediately, so that there is no child process to wait for. Names are passed as arguments
        // and never become part of the script.
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
                .unavailable, "Can't open the file.", reason: "\(error.reason).",
                advice: "Save the file instead.", remedy: .writeFile)
        }
    }
}
