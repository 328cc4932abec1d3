package import LootCore
import Platform

/// Decoding of command-line arguments.
package enum ProcessArguments {
    /// Returns the arguments of the running process, without the program's name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` if an argument isn't valid UTF-8.
    package static func ofThisProcess() throws(LootError) -> [String] {
        try decode(Array(ThisProcess.arguments.dropFirst()))
    }

    /// Decodes arguments.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` for the first argument that isn't valid UTF-8.
    package static func decode(_ words: [[UInt8]]) throws(LootError) -> [String] {
        var texts: [String] = []
        for (index, word) in words.enumerated() {
            guard let text = String(validating: word, as: UTF8.self) else {
                throw LootError(
                    .usage, "Can't read argument \(index + 1).",
                    reason: "“\(spelled(word))” isn't valid UTF-8.",
                    advice: "Write it in UTF-8. The command “locale” shows the encoding of your terminal.")
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns the first bytes of an argument, with escapes for bytes outside ASCII: `caf\xE9`.
    private static func spelled(_ word: [UInt8]) -> String {
        let texts = word.prefix(60).map { byte in
            if (0x20..<0x7F).contains(byte) { return String(UnicodeScalar(byte)) }
            return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return texts.joined() + (word.count > 60 ? "…" : "")
    }
}
