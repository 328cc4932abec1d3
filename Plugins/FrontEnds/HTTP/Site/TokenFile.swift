import LootCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file whose first line is the token.
enum TokenFile {
    static func read(_ path: String) throws(LootError) -> String {
        func refusal(_ why: String, underlying: String? = nil) -> LootError {
            LootError(
                .configuration, "can't read the token file", because: why, place: path,
                underlying: underlying)
        }
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw refusal("there is no readable file at \(TextRules.visible(path))", underlying: "\(error)")
        }
        let token = text.prefix { !$0.isNewline }.filter { !$0.isWhitespace }
        guard !token.isEmpty else { throw refusal("its first line is empty") }
        return String(token)
    }
}
