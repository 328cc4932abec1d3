import LootCore
import Platform

/// The sender of mail and the way to send it, from the environment.
struct MailSettings: Sendable {
    let sender: String
    /// The address of the mail server, or `nil` if mail is passed to ``command``.
    let server: String?
    let command: String

    /// Reads the variables.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that names the variable with an invalid value. The value
    ///   may be secret, so it isn't part of the error.
    init(_ environment: [String: String]) throws(LootError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        sender = value("LOOT_MAIL_FROM") ?? "loot@\(Machine.name ?? "localhost")"
        server = value("LOOT_MAIL_SERVER")
        command = value("LOOT_SENDMAIL") ?? "PATH=\"$PATH:/usr/sbin:/usr/lib\" && exec sendmail -i -t"
        if value("LOOT_MAIL_FROM") != nil, !MailSettings.isAddress(sender) {
            throw LootError(
                .configuration, "Can't send mail.",
                reason: "The variable LOOT_MAIL_FROM doesn't contain an email address.",
                advice: "Set it to an address such as loot@example.org.")
        }
        // libcurl would send the mail to a web server if the address doesn't begin with the protocol.
        if let server, !["smtp://", "smtps://"].contains(where: server.lowercased().hasPrefix) {
            throw LootError(
                .configuration, "Can't send mail.",
                reason: "The variable LOOT_MAIL_SERVER doesn't contain the address of a mail server.",
                advice: "Begin the address with smtp:// or smtps://.")
        }
    }

    /// Returns whether text is an email address.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"(),:;\\[]".utf8.contains($0) }
    }
}
