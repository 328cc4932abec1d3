public import LootCore
import Platform

extension PluginSettings {
    /// Returns a secret: the text of an option, otherwise the first line of the file that another option names,
    /// otherwise `nil`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the file can't be read or its first line is
    ///   empty. Messages never contain the content of the file.
    public func secret(_ name: String, orIn file: String) throws(LootError) -> String? {
        if let secret = text(name) { return secret }
        guard let path = text(file) else { return nil }
        func refusal(_ reason: Message, underlying: String? = nil) -> LootError {
            LootError(
                .configuration, "Can't read the option “\(name)”.", reason: reason,
                advice: "Check the option “\(file)”.", place: path, underlying: underlying)
        }
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try Files.content(of: path) } catch {
            throw refusal(
                "There is no readable file at “\(TextRules.visible(path))”.", underlying: error.reason)
        }
        guard let content = String(validating: bytes, as: UTF8.self) else {
            throw refusal("The file isn't text.")
        }
        let line = content.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw refusal("The first line of the file is empty.") }
        return String(line)
    }
}
