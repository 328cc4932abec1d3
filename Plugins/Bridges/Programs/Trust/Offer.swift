import LootCore
import LootFormats
import LootPlugins

/// One of the things that a program says it is: what a plugin in Swift has in its descriptor, and what the host has to
/// know besides.
struct Offer: Hashable, Sendable {
    let descriptor: PluginDescriptor
    /// What it can do beyond what every one of its kind can.
    let features: Set<String>
    /// The fields of items that a sectioning needs; nil for all.
    let fields: [FieldKey]?
    /// Whether a sectioning has its greatest keys first.
    let isDescending: Bool
    /// The endings of a format's files.
    let fileExtensions: [String]
    /// What the files of a format begin with, beyond doubt; empty where nothing does.
    let beginning: [UInt8]

    /// What a program offers, as its answer to `hello` has it.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `malformed` that says what is wrong.
    init(_ value: DocumentValue, of plugin: String) throws(LootError) {
        func refusal(_ why: String) -> LootError {
            LootError(
                .malformed, "can't use the plugin “\(plugin)”", because: why,
                next: "Mend the plugin; the protocol is in Plugins/PROTOCOL.md")
        }
        let kinds: [String: PluginDescriptor.Kind] = [
            "store": .store, "sectioning": .sectioning, "importer": .importer, "exporter": .exporter,
            "hook": .hook,
        ]
        guard let kind = value["kind"]?.text.flatMap({ kinds[$0] }) else {
            throw refusal(
                "it offers something of no kind; kinds are \(kinds.keys.sorted().joined(separator: ", "))")
        }
        let name = value["name"]?.text ?? plugin
        guard !name.isEmpty, name.utf8.allSatisfy(Offer.isNameByte) else {
            throw refusal("the name “\(TextRules.shown(name))” is not made of letters, digits, “-” and “_”")
        }
        var options: [PluginOption] = []
        for option in value["options"]?.elements ?? [] {
            guard let option = PluginOption(option) else {
                throw refusal(
                    "an option of “\(name)” has no name of letters, digits, “-” and “_”, or no kind that is known"
                )
            }
            options.append(option)
        }
        let form = value["shortForm"]?.texts ?? []
        if let missing = form.first(where: { part in !options.contains { $0.name == part } }) {
            throw refusal(
                "its short form fills “\(TextRules.shown(missing))”, which is not one of its options")
        }
        descriptor = PluginDescriptor(
            kind, name, summary: TextRules.shown(value["summary"]?.text ?? "From the plugin \(plugin)."),
            options: options, shortForm: form)
        features = Set(value["features"]?.texts ?? [])
        fields = value["fields"]?.texts.map { $0.map { FieldKey(rawValue: $0) } }
        isDescending = value["direction"]?.text == "descending"
        fileExtensions = (value["fileExtensions"]?.texts ?? []).map { $0.lowercased() }
        beginning = Array((value["beginsWith"]?.text ?? "").utf8)
    }

    fileprivate static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension PluginOption {
    /// An option as a program describes it; nil where that says nothing that is known.
    init?(_ value: DocumentValue) {
        guard let name = value["name"]?.text, !name.isEmpty, name.utf8.allSatisfy(Offer.isNameByte),
            let kind = Kind(value)
        else { return nil }
        let given = value["default"].flatMap { SettingValue($0, as: kind) }
        if value["default"] != nil, given == nil { return nil }
        self.init(
            name, kind, default: given, isRequired: value["required"]?.flag ?? false,
            TextRules.shown(value["summary"]?.text ?? ""))
    }
}

extension PluginOption.Kind {
    fileprivate init?(_ value: DocumentValue) {
        switch value["kind"]?.text ?? "text" {
        case "text": self = .text
        case "path": self = .path
        case "address": self = .address
        case "secret": self = .secret
        case "amount": self = .amount
        case "bound": self = .bound
        case "flag": self = .flag
        case "integer":
            let (lower, upper) = (value["least"]?.integer ?? .min, value["most"]?.integer ?? .max)
            guard lower <= upper else { return nil }
            self = .integer(lower...upper)
        case "choice":
            guard let words = value["words"]?.texts, !words.isEmpty,
                words.allSatisfy({ TextRules.shown($0) == $0 })
            else { return nil }
            self = .choice(words)
        case "list":
            guard let inner = value["of"], inner["kind"]?.text != "list", let kind = Self(inner) else {
                return nil
            }
            self = .list(kind)
        default: return nil
        }
    }
}

extension SettingValue {
    /// A value as JSON has it, where it is one of a kind.
    fileprivate init?(_ value: DocumentValue, as kind: PluginOption.Kind) {
        switch (kind, value.content) {
        case (.list(let inner), .array(let elements)):
            let values = elements.compactMap { SettingValue($0, as: inner) }
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case (.integer, .number(let digits)):
            guard let number = Int(digits) else { return nil }
            self = .integer(number)
        case (.amount, .number(let digits)), (.bound, .number(let digits)):
            guard let amount = Amount(digits) else { return nil }
            self = amount.isWhole ? .integer(amount.whole) : .amount(amount)
        case (.flag, .flag(let flag)): self = .flag(flag)
        case (.text, .text(let text)), (.path, .text(let text)), (.address, .text(let text)),
            (.secret, .text(let text)), (.choice, .text(let text)):
            self = .text(text)
        default: return nil
        }
    }
}

extension PluginSettings {
    /// The settings as a program gets them.
    var json: ForeignValue {
        .object(values.sorted { $0.key < $1.key }.map { ForeignField($0.key, $0.value.json) })
    }
}
