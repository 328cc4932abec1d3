private import CatalogFiles
private import Synchronization

/// The translations of messages into one language, in the format of gettext's PO files.
///
/// An entry has the English format as `msgid`, with a number for each argument. A message with a count has
/// the sentence for other numbers as `msgid_plural`, and a translation for each plural form of the language:
///
/// ```
/// #. Shown after items were removed.
/// msgid "Removed {1} item."
/// msgid_plural "Removed {1} items."
/// msgstr[0] "{1} Gegenstand entfernt."
/// msgstr[1] "{1} Gegenstände entfernt."
/// ```
///
/// The file is parsed when the first message is looked up. If it is damaged, ``problems`` describes the errors, and
/// the messages of the damaged parts remain in English.
public final class Catalog: Sendable {
    private let bytes: @Sendable () -> [UInt8]
    private let content = Mutex<CatalogContent?>(nil)

    /// Creates a catalog from the bytes of a PO file.
    public convenience init(_ bytes: [UInt8]) { self.init { bytes } }

    private init(_ bytes: @escaping @Sendable () -> [UInt8]) { self.bytes = bytes }

    /// Returns the built-in catalog of a language.
    static func builtIn(_ tag: String) -> Catalog {
        Catalog {
            let file = catalog_file(tag)
            return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
    }

    /// The translations of an English text, one for each plural form.
    subscript(key: String) -> [String]? { read { $0.forms[key] } }

    /// The errors in the file, one sentence each.
    public var problems: [Message] { read(\.problems) }

    private func read<Value: Sendable>(_ value: (CatalogContent) -> Value) -> Value {
        content.withLock { content in
            if let content { return value(content) }
            let new = CatalogContent(bytes())
            content = new
            return value(new)
        }
    }
}

/// The entries of a PO file.
struct CatalogContent: Sendable {
    /// The translations by English text, one for each plural form. Entries without a translation are missing.
    private(set) var forms: [String: [String]] = [:]
    private(set) var problems: [Message] = []

    /// Parses a file. Records a problem for each invalid line and omits its entry.
    init(_ bytes: [UInt8]) {
        var entry = Entry()
        var isInEntry = false
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.isEmpty || line.first == UInt8(ascii: "#") {
                add(&entry)
                // A fuzzy translation hasn't been checked since the English text changed.
                if line.starts(with: "#,".utf8), String(decoding: line, as: UTF8.self).contains("fuzzy") {
                    entry.isUsable = false
                }
                isInEntry = false
                continue
            }
            if line.starts(with: "msgid ".utf8), isInEntry, entry.last != nil { add(&entry) }
            isInEntry = true
            guard entry.append(line) else {
                entry.isUsable = false
                problems.append("Line \(number + 1) of the catalog can't be read.")
                continue
            }
        }
        add(&entry)
    }

    private mutating func add(_ entry: inout Entry) {
        defer { entry = Entry() }
        // The header has an empty key.
        guard entry.isUsable, !entry.key.isEmpty, !entry.forms.isEmpty,
            !entry.forms.contains("")
        else { return }
        forms[entry.key] = entry.forms
    }

    /// An incomplete entry.
    private struct Entry {
        var key = ""
        var forms: [String] = []
        var isUsable = true
        /// The part to which the last line belongs, or `nil` before the first line.
        private(set) var last: Part?

        enum Part { case key, plural, form }

        /// Appends a line. Returns `false` if it is invalid.
        mutating func append(_ line: ArraySlice<UInt8>) -> Bool {
            guard let quote = line.firstIndex(of: UInt8(ascii: "\"")),
                let text = Entry.unquoted(line[quote...])
            else {
                return false
            }
            switch String(decoding: line[..<quote], as: UTF8.self) {
            case "msgid ": last = .key
            case "msgid_plural ": last = .plural
            case "msgstr ", "msgstr[\(forms.count)] ":
                last = .form
                forms.append("")
            case "": break
            default: return false
            }
            switch last {
            case .key: key += text
            case .plural: break
            case .form: forms[forms.count - 1] += text
            case nil: return false
            }
            return true
        }

        /// Returns the text between quotes, or `nil` if it is invalid.
        private static func unquoted(_ line: ArraySlice<UInt8>) -> String? {
            guard line.count >= 2, line.last == UInt8(ascii: "\"") else { return nil }
            let quoted = line.dropFirst().dropLast()
            if !quoted.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                return String(validating: quoted, as: UTF8.self)
            }
            var text: [UInt8] = []
            var isEscaped = false
            for byte in quoted {
                if isEscaped {
                    switch byte {
                    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
                    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
                    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
                    default: return nil
                    }
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    return nil
                } else {
                    text.append(byte)
                }
            }
            return isEscaped ? nil : String(validating: text, as: UTF8.self)
        }
    }
}
