import LootCore
import LootFormats
import LootPlugins

/// A program's answer to `hello`: its name, version and offers.
struct Greeting: Hashable, Sendable {
    /// The supported version of the protocol.
    static let version = 1
    /// The parameters of the `hello` request.
    static let question: [UInt8] = Array("{\"protocol\":[\(version)],\"host\":\"LootLogger\"}".utf8)

    /// The program's name.
    let name: String
    /// The program's version.
    let version: String
    let offers: [Offer]
    /// The original JSON, for storage.
    let text: String

    /// Reads the answer of the program with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `malformed` if the answer is invalid, or `newer-format` if the
    ///   program uses another version of the protocol.
    init(_ value: DocumentValue, text: String, of plugin: String) throws(LootError) {
        guard value.entries != nil else {
            throw Greeting.refusal(plugin, "Its response to “hello” isn't an object.")
        }
        guard value["protocol"]?.integer == Greeting.version else {
            throw LootError(
                .newerFormat, "Can't use the plugin “\(plugin)”.",
                reason: "It doesn't support version \(Greeting.version) of the protocol.",
                advice: "Install a version of the plugin that supports it.")
        }
        self.text = text
        name = TextRules.shown(value["name"]?.text ?? plugin)
        version = TextRules.shown(value["version"]?.text ?? "")
        var offers: [Offer] = []
        for offer in value["offers"]?.elements ?? [] { offers.append(try Offer(offer, of: plugin)) }
        if offers.isEmpty { throw Greeting.refusal(plugin, "It doesn't offer anything.") }
        for (index, offer) in offers.enumerated() {
            let twin = offers[..<index].first {
                $0.descriptor.kind == offer.descriptor.kind && $0.descriptor.name == offer.descriptor.name
            }
            if twin != nil { throw Greeting.refusal(plugin, "It offers “\(offer.descriptor.name)” twice.") }
        }
        self.offers = offers
    }

    /// The advice for violations of the protocol.
    static let advice: Message = "Fix the plugin. Plugins/PROTOCOL.md specifies the protocol."

    /// Returns the error that reports an invalid answer of the given plugin.
    static func refusal(_ plugin: String, _ reason: Message) -> LootError {
        LootError(.malformed, "Can't use the plugin “\(plugin)”.", reason: reason, advice: advice)
    }
}
