import Localization
import LootCore
import LootFormats
import LootPlugins

/// A plugin that a program offers: the descriptor, and the properties that the host needs to use it.
struct Offer: Hashable, Sendable {
    let descriptor: PluginDescriptor
    /// The optional features that the plugin supports.
    let features: Set<String>
    /// The fields that a sectioning needs, or `nil` for all fields.
    let fields: [FieldKey]?
    /// Whether a sectioning orders its keys from high to low.
    let isDescending: Bool
    /// The file extensions of a format.
    let fileExtensions: [String]
    /// The bytes that every file of a format starts with, or empty if there are none.
    let beginning: [UInt8]
    /// The label of an action.
    let title: String
    /// The number of items that an action needs.
    let minimumItems: Int
    /// The parameters of an action.
    let parameters: [ParameterDeclaration]

    /// Reads an offer from the answer to `hello`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `malformed` if the offer is invalid.
    init(_ value: DocumentValue, of plugin: String) throws(LootError) {
        func refusal(_ reason: Message) -> LootError { Greeting.refusal(plugin, reason) }
        let kinds: [String: PluginDescriptor.Kind] = [
            "store": .store, "sectioning": .sectioning, "importer": .importer, "exporter": .exporter,
            "hook": .hook, "action": .action,
        ]
        guard let kind = value["kind"]?.text.flatMap({ kinds[$0] }) else {
            throw refusal("The kind of each offer must be \(list: kinds.keys.sorted(), .or).")
        }
        let name = value["name"]?.text ?? plugin
        guard !name.isEmpty, name.utf8.allSatisfy(Offer.isNameByte) else {
            throw refusal("The name “\(TextRules.shown(name))” must consist of letters, digits, “-” and “_”.")
        }
        var options: [PluginOption] = []
        for option in value["options"]?.elements ?? [] {
            do throws(OptionFault) { options.append(try PluginOption(option)) } catch {
                throw refusal(error.reason).during("Can't use “\(name)” of the plugin “\(plugin)”.")
            }
        }
        let form = value["shortForm"]?.texts ?? []
        if let missing = form.first(where: { part in !options.contains { $0.name == part } }) {
            throw refusal(
                "The short form contains “\(TextRules.shown(missing))”, which isn't an option of “\(name)”."
            )
        }
        descriptor = PluginDescriptor(
            kind, name,
            summary: value["summary"]?.text.map { Message(verbatim: TextRules.shown($0)) }
                ?? "From the plugin \(plugin).",
            options: options, shortForm: form)
        features = Set(value["features"]?.texts ?? [])
        fields = value["fields"]?.texts.map { $0.map { FieldKey(rawValue: $0) } }
        isDescending = value["direction"]?.text == "descending"
        fileExtensions = (value["fileExtensions"]?.texts ?? []).map { $0.lowercased() }
        beginning = Array((value["beginsWith"]?.text ?? "").utf8)
        title = TextRules.shown(value["title"]?.text ?? name)
        minimumItems = value["minimumItems"].map { $0.integer ?? 0 } ?? 1
        guard (1...Offer.mostMinimumItems).contains(minimumItems) else {
            throw refusal("“minimumItems” of “\(name)” must be a number from 1 to \(Offer.mostMinimumItems).")
        }
        var parameters: [ParameterDeclaration] = []
        for parameter in value["parameters"]?.elements ?? [] {
            guard let read = ParameterDeclaration(parameter),
                !parameters.contains(where: { $0.name == read.name })
            else {
                throw refusal("“\(name)” has a parameter of an unknown kind, or two with the same name.")
            }
            parameters.append(read)
        }
        self.parameters = parameters
    }

    /// The maximum number of items that an action can require. A single request can contain this many items.
    private static let mostMinimumItems = 500

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension ParameterDeclaration {
    /// Reads a program's description of a parameter. Returns `nil` if the description is invalid.
    fileprivate init?(_ value: DocumentValue) {
        let kinds: [String: FieldType] = [
            "text": .text, "integer": .integer, "amount": .amount, "day": .day, "flag": .flag,
            "choice": .text,
        ]
        guard let name = value["name"]?.text, !name.isEmpty, name.utf8.allSatisfy(Offer.isNameByte),
            let type = kinds[value["kind"]?.text ?? "text"]
        else { return nil }
        let choices = value["words"]?.texts?.map { TextRules.shown($0) } ?? []
        if (value["kind"]?.text == "choice") == choices.isEmpty { return nil }
        self.init(
            name, type, isRequired: value["required"]?.flag == true && type != .flag,
            title: value["title"]?.text.map { Message(verbatim: TextRules.shown($0)) },
            summary: value["summary"]?.text.map { Message(verbatim: TextRules.shown($0)) }, choices: choices)
    }
}

extension PluginSettings {
    /// The settings as JSON for the program.
    var json: ForeignValue {
        .object(values.sorted { $0.key < $1.key }.map { ForeignField($0.key, $0.value.json) })
    }
}
