package import LootCore
import Platform

extension ProgramBridge {
    /// The kinds of plugins and the languages for which there are beginnings.
    package var beginnings: (kinds: [String], languages: [String]) {
        (["store", "sectioning", "importer", "exporter", "hook"], ["python", "sh", "go"])
    }

    /// Writes the beginning of a plugin into the folder where the program runs.
    package func begin(_ kind: String, in language: String, name: String) throws(LootError) -> String {
        func refusal(_ code: LootError.Code, _ why: String, next: String) -> LootError {
            LootError(code, "can't begin the plugin “\(TextRules.shown(name))”", because: why, next: next)
        }
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isName, let first = name.first, first.isLetter else {
            throw refusal(.usage, "a name begins with a letter", next: "Use small letters, digits and -")
        }
        guard beginnings.kinds.contains(kind) else {
            throw refusal(
                .usage, "there is no kind “\(TextRules.shown(kind))”",
                next: Suggestions.sentence(for: kind, among: beginnings.kinds))
        }
        guard let text = Self.text(of: kind, in: language, name: name) else {
            throw refusal(
                .usage, "there are no beginnings in “\(TextRules.shown(language))”",
                next: Suggestions.sentence(for: language, among: beginnings.languages))
        }
        let file = ProgramSearch.prefix + name + (language == "go" ? ".go" : "")
        do throws(SystemFailure) {
            let opened = try Files.open(
                file, [.write, .create, .new], permissions: language == "go" ? 0o644 : 0o755)
            defer { Files.close(opened) }
            try Files.write(Array(text.utf8), to: opened)
        } catch {
            throw refusal(
                .cannotCreate, error == .exists ? "there is a file \(file) already" : error.reason,
                next: error == .exists ? "Take another name" : "")
        }
        return file
    }

    /// A beginning with the plugin's name in it.
    static func text(of kind: String, in language: String, name: String) -> String? {
        let text: String
        let summary: String
        switch language {
        case "python":
            guard let part = PythonBeginning.kinds[kind] else { return nil }
            summary = part.summary
            text = PythonBeginning.head + part.body + PythonBeginning.tail
        case "sh":
            guard let part = ShellBeginning.kinds[kind] else { return nil }
            summary = part.summary
            text =
                ShellBeginning.head + part.body + ShellBeginning.tail.replacing("@CASES@", with: part.cases)
        case "go":
            guard let part = GoBeginning.text(of: kind) else { return nil }
            (summary, text) = part
        default: return nil
        }
        return text.replacing("@SUMMARY@", with: summary).replacing("@NAME@", with: name)
    }
}
