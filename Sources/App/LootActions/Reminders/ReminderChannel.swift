import LootCore
import LootFormats
import Platform
import WebClient

/// The service and the address that get a reminder, written as `ntfy https://ntfy.sh/topic` or `mail ann@example.org`.
///
/// The address `$LOOT_REMINDER_NAME` is replaced with the value of that environment variable, so that a secret address isn't
/// stored in the list. Other variables can't be used, because everyone who can change the list could then have them
/// sent somewhere.
struct ReminderChannel: Sendable {
    /// The format of a message that is posted to a web address.
    enum Format: String, CaseIterable {
        case ntfy, slack, matrix, discord, json
    }

    /// Sends a message with an ID. Returns the reason if it wasn't accepted.
    typealias Delivery = @Sendable (_ message: ReminderMessage, _ id: String) async -> Message?

    private let name: String
    /// The format, or `nil` for mail.
    private let format: Format?
    private let address: String

    private static let mail = "mail"
    /// The time after which a service or a command that doesn't end has failed.
    private static let timeLimit = Duration.seconds(30)
    private static let variablePrefix = "$LOOT_REMINDER_"
    /// The maximum length of a message in bytes. ntfy makes longer ones a file, and Discord rejects them.
    private static let (ntfyLimit, discordLimit) = (4_096, 2_000)

    /// Parses the channel of a reminder.
    init(_ text: String, of name: String) throws(LootError) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let format = words.first.flatMap { Format(rawValue: $0.lowercased()) }
        guard words.count == 2, format != nil || words[0].lowercased() == ReminderChannel.mail else {
            throw Reminder.refusal(
                name, "“\(TextRules.visible(text))” isn't a service and an address.",
                """
                Begin with \(list: Format.allCases.map(\.rawValue) + [ReminderChannel.mail], .or), for example \
                ntfy https://ntfy.sh/topic or mail ann@example.org.
                """)
        }
        (self.name, self.format, address) = (name, format, words[1])
        if address.hasPrefix(ReminderChannel.variablePrefix) { return }
        if let problem = problem(of: address) { throw Reminder.refusal(name, problem.reason, problem.advice) }
        if WebAddress(address)?.hasCredentials == true {
            throw Reminder.refusal(
                name, "The address contains a password, which everyone with the list could read.",
                """
                Put the address into an environment variable such as LOOT_REMINDER_URL, and write $LOOT_REMINDER_URL.
                """)
        }
    }

    private func problem(of address: String) -> (reason: Message, advice: Message)? {
        if format != nil {
            return WebAddress(address) == nil
                ? ("It isn't a web address.", "Use an address with https:// or http://.") : nil
        }
        return MailSettings.isAddress(address)
            ? nil : ("It isn't an email address.", "Write, for example, mail ann@example.org.")
    }

    // MARK: Sending

    /// Returns a function that sends messages once.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the environment doesn't contain what is necessary.
    func delivery(
        in environment: [String: String], through transport: Transport
    ) throws(LootError) -> Delivery {
        let address = try address(in: environment)
        if let format {
            return { message, _ in
                await transport.deliver(ReminderChannel.request(message, as: format, to: address))
            }
        }
        let mail = try MailSettings(environment)
        return { message, id in
            let content = message.mail(from: mail.sender, to: address, id: id)
            guard let server = mail.server else {
                return await ReminderChannel.pipe(content, to: mail.command)
            }
            return await transport.deliver(
                Request(
                    mail: content, from: mail.sender, to: address, server: server, patience: .seconds(10),
                    timeLimit: ReminderChannel.timeLimit))
        }
    }

    /// Returns the address after replacing a variable. The value may be secret, so it isn't part of an error.
    private func address(in environment: [String: String]) throws(LootError) -> String {
        guard address.hasPrefix(ReminderChannel.variablePrefix) else { return address }
        let variable = String(address.dropFirst())
        guard let value = environment[variable], !value.isEmpty else {
            throw failure("The variable \(variable) isn't set.", "Set it to the address.")
        }
        if problem(of: value) != nil {
            throw failure("The variable \(variable) doesn't contain an address.", "Set it to the address.")
        }
        return value
    }

    private func failure(_ reason: Message, _ advice: Message) -> LootError {
        LootError(
            .configuration, "Can't send the reminder “\(TextRules.visible(name))”.", reason: reason,
            advice: advice)
    }

    /// Passes mail to a command.
    private static func pipe(_ mail: [UInt8], to command: String) async -> Message? {
        await Threads.waiting {
            do throws(LootError) {
                try PipedCommand.run(command, input: mail, timeLimit: timeLimit)
                return nil
            } catch { return error.reason }
        }
    }

    private static func request(
        _ message: ReminderMessage, as format: Format, to address: String
    ) -> Request {
        var headers = [(name: "Content-Type", value: "application/json")]
        let body: [UInt8]
        switch format {
        case .ntfy:
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Title", ReminderMessage.encodedHeader(message.title)),
            ]
            body = Array(message.text(limit: ntfyLimit).utf8)
        case .slack:
            // Slack interprets these characters as the beginning of links and mentions.
            let escaped = "\(message.title)\n\(message.text)".replacing("&", with: "&amp;")
                .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            body = json([ForeignField("text", .text(escaped))])
        case .matrix:
            body = json([ForeignField("text", .text("\(message.title)\n\n\(message.text)"))])
        case .discord:
            let limit = discordLimit - message.title.utf8.count - 1
            body = json([
                ForeignField("content", .text("\(message.title)\n\(message.text(limit: limit))")),
                ForeignField("allowed_mentions", .object([ForeignField("parse", .array([]))])),
            ])
        case .json: body = message.document
        }
        return Request(
            method: "POST", url: WebAddress(address)?.text ?? address, headers: headers, body: body,
            patience: .seconds(10), timeLimit: timeLimit, sizeLimit: 1 << 16)
    }

    private static func json(_ fields: [ForeignField]) -> [UInt8] {
        var bytes: [UInt8] = []
        ForeignValue.object(fields).appendJSON(to: &bytes)
        return bytes
    }
}
