package import LootCore
import Platform
import PluginTemplates

/// The files that `plugins new` writes. They are embedded in the executable.
package enum PluginTemplateFile {
    package static let kinds = ["store", "sectioning", "importer", "exporter", "hook", "action"]
    package static let languages = ["python", "sh", "go"]

    /// The module that plugins in Python import.
    package static let pythonModule = "lootlogger.py"

    /// Returns the text of a plugin, or `nil` if there is none for the kind and language.
    static func text(of kind: String, in language: String, name: String) -> String? {
        let endings = ["python": "py", "sh": "sh", "go": "go"]
        guard let ending = endings[language], let text = text(of: "\(kind).\(ending)") else { return nil }
        let summary = text.prefix { $0 != "\n" }.drop { !$0.isLetter }
        let loop = Self.text(of: "protocol.\(ending)")?.replacing("@SUMMARY@", with: summary) ?? ""
        let className = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return text.replacing("@PROTOCOL@\n", with: loop).replacing("@NAME@", with: name).replacing(
            "@CLASS@", with: className)
    }

    /// Returns the text of an embedded file.
    static func text(of file: String) -> String? {
        for position in 0..<plugin_template_count() {
            let template = plugin_template_at(position)
            guard String(cString: template.name) == file else { continue }
            return String(
                decoding: UnsafeBufferPointer(start: template.bytes, count: template.count), as: UTF8.self)
        }
        return nil
    }
}

extension ProgramBridge {
    /// Writes a working plugin into the current folder.
    ///
    /// - Returns: The names of the new files. The plugin comes first.
    package func writeTemplate(
        _ kind: String, in language: String, name: String
    ) throws(LootError) -> [String] {
        func error(_ code: LootError.Code, _ reason: Message, advice: Message) -> LootError {
            LootError(
                code, "Can't create the plugin “\(TextRules.shown(name))”.", reason: reason, advice: advice)
        }
        let isValid = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isValid, let first = name.first, first.isLetter else {
            throw error(
                .usage, "Its name must begin with a letter.",
                advice: "Use lowercase letters, digits and hyphens.")
        }
        guard PluginTemplateFile.kinds.contains(kind) else {
            throw error(
                .usage, "“\(TextRules.shown(kind))” isn't a kind of plugin.",
                advice: Suggestions.advice(for: kind, among: PluginTemplateFile.kinds))
        }
        guard let text = PluginTemplateFile.text(of: kind, in: language, name: name) else {
            throw error(
                .usage, "There are no templates for “\(TextRules.shown(language))”.",
                advice: Suggestions.advice(for: language, among: PluginTemplateFile.languages))
        }
        let file = ProgramSearch.prefix + name + (language == "go" ? ".go" : "")
        do throws(SystemFailure) {
            try write(text, to: file, permissions: language == "go" ? 0o644 : 0o755)
        } catch let failure {
            throw error(
                .cannotCreate,
                failure == .exists ? "The file \(file) already exists." : "\(failure.reason).",
                advice: failure == .exists ? "Choose another name." : "")
        }
        guard language == "python" else { return [file] }
        let module = PluginTemplateFile.pythonModule
        do throws(SystemFailure) {
            try write(PluginTemplateFile.text(of: module) ?? "", to: module, permissions: 0o644)
            return [file, module]
        } catch {
            // Several plugins in one folder share the module.
            if error == .exists { return [file] }
            throw LootError(.cannotCreate, "Can't write \(module).", reason: "\(error.reason).")
        }
    }

    private func write(_ text: String, to file: String, permissions: UInt32) throws(SystemFailure) {
        let opened = try Files.open(file, [.write, .create, .new], permissions: permissions)
        defer { Files.close(opened) }
        try Files.write(Array(text.utf8), to: opened)
    }
}
