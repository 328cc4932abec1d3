import LootCore
import LootFormats
import Platform

/// The file with the trusted programs: `trusted-plugins.json` in the configuration folder.
struct TrustFile: Sendable {
    /// The path of the file, or `nil` if there is no configuration folder.
    let path: String?

    init(_ search: ProgramSearch) { path = search.configuration.map { "\($0)/trusted-plugins.json" } }

    /// Reads the trusted programs. Returns an empty array if the file doesn't exist or can't be opened.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the file is too large or invalid.
    func programs() throws(LootError) -> [TrustedProgram] {
        guard let path, let file = try? Files.open(path, [.read]) else { return [] }
        defer { Files.close(file) }
        var bytes: [UInt8] = []
        while let piece = try? Files.read(file, atMost: 1 << 16), !piece.isEmpty {
            bytes += piece
            if bytes.count > 1 << 24 { throw refusal("The file is too large.") }
        }
        let document: DocumentValue
        do throws(FormatError) { document = try DocumentValue(json: bytes.span, strict: true) } catch {
            var failure = refusal(error.reading(path).explanation)
            failure.failure = "Can't read line \(error.position.line + 1) of the list of trusted plugins."
            throw failure
        }
        guard document["version"]?.integer == 1, let entries = document["programs"]?.elements else {
            throw refusal("The file has an unsupported version.")
        }
        var programs: [TrustedProgram] = []
        for entry in entries {
            guard let program = program(entry) else { throw refusal("One of its entries is incomplete.") }
            programs.append(program)
        }
        return programs
    }

    private func program(_ entry: DocumentValue) -> TrustedProgram? {
        guard let name = entry["name"]?.text, let path = entry["path"]?.text, path.hasPrefix("/"),
            let digest = entry["sha256"]?.text.flatMap({ FileID($0) }),
            let node = entry["node"]?.text.flatMap({ UInt64($0) }), let size = entry["size"]?.integer,
            let modified = entry["modified"]?.text.flatMap({ Int64($0) }),
            let changed = entry["changed"]?.text.flatMap({ Int64($0) }), let text = entry["hello"]?.text,
            let hello = try? DocumentValue(json: text.utf8.span, strict: true),
            let greeting = try? Greeting(hello, text: text, of: name)
        else { return nil }
        return TrustedProgram(
            name: name, path: path, digest: digest,
            mark: FileMark(node: node, size: size, modified: modified, changed: changed), greeting: greeting)
    }

    /// Replaces the trusted programs in the file. Creates the file if it doesn't exist.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is no configuration folder, or
    ///   `cannotCreate` if the file can't be written.
    func keep(_ programs: [TrustedProgram]) throws(LootError) {
        guard let path else {
            throw LootError(
                .configuration, "Can't save the list of trusted plugins.",
                reason: "Neither XDG_CONFIG_HOME nor HOME is set.")
        }
        let entries = programs.map { program in
            ForeignValue.object([
                .init("name", .text(program.name)), .init("path", .text(program.path)),
                .init("sha256", .text(program.digest.description)),
                .init("node", .text(String(program.mark.node))),
                .init("size", .number(String(program.mark.size))),
                .init("modified", .text(String(program.mark.modified))),
                .init("changed", .text(String(program.mark.changed))),
                .init("hello", .text(program.greeting.text)),
            ])
        }
        let text = ForeignValue.object([.init("version", .number("1")), .init("programs", .array(entries))])
            .json(columns: 80)
        do throws(SystemFailure) {
            try Files.makeFolders(Files.folder(of: path))
            try NewContent.replace(path, with: Array((text + "\n").utf8), permissions: 0o600)
        } catch {
            throw LootError(
                .cannotCreate, "Can't save the list of trusted plugins.", reason: "\(error.reason).",
                place: TextRules.visible(path: path))
        }
    }

    private func refusal(_ reason: Message) -> LootError {
        LootError(
            .configuration, "Can't read the list of trusted plugins.", reason: reason,
            advice: "Repair the file, or remove it and trust the plugins again.", place: path)
    }
}
