import Basics
import LootCore
import LootFormats
import LootPlugins

/// An importer that runs a program. It sends the file in pieces and receives entries with their lines and columns.
struct BridgedImporter: ItemImporter {
    private let session: Session
    private let offer: Offer
    private let settings: PluginSettings
    private let name: String
    private var pending: [UInt8] = []
    private var fed = 0
    private var taken = 0

    /// The maximum file size, in bytes.
    private static let greatestSize = 1 << 28

    init(
        _ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ target: ImportTarget,
        _ bridge: BridgeContext
    ) {
        session = Session(program, bridge)
        (self.offer, self.settings, name) = (offer, settings, target.name)
    }

    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        pending += bytes
        fed += bytes.count
        if fed > Self.greatestSize {
            await session.close()
            throw refusal("It is larger than \(Self.greatestSize >> 20) MiB.")
        }
        var text = ImportedText()
        while pending.count > session.limits.piece {
            let piece = Array(pending.prefix(session.limits.piece))
            pending.removeFirst(piece.count)
            try await send(piece, isLast: false, &text)
        }
        return text
    }

    mutating func finish() async throws(LootError) -> ImportedText {
        var text = ImportedText()
        try await send(pending, isLast: true, &text)
        await session.close()
        return text
    }

    private mutating func send(_ piece: [UInt8], isLast: Bool, _ text: inout ImportedText)
        async throws(LootError)
    {
        do throws(LootError) {
            var params = Array("{\"importer\":".utf8)
            ForeignValue.text(offer.descriptor.name).appendJSON(to: &params)
            params += ",\"name\":".utf8
            ForeignValue.text(name).appendJSON(to: &params)
            params += ",\"settings\":".utf8
            settings.json.appendJSON(to: &params)
            params += ",\"data\":\"".utf8
            Base64.append(piece, to: &params)
            params += "\",\"more\":\(!isLast)}".utf8
            let connection = try session.connection()
            var answer = try await connection.reply(to: "import", params)
            // Entries that don't fit in one answer follow in the next ones.
            while try take(answer, connection, &text) {
                answer = try await connection.reply(to: "import", Array("{\"next\":true}".utf8))
            }
        } catch {
            await session.close()
            throw error
        }
    }

    /// Appends the entries of an answer to `text`.
    ///
    /// - Returns: Whether more entries follow.
    private mutating func take(
        _ answer: Reply, _ connection: Connection, _ text: inout ImportedText
    ) throws(LootError) -> Bool {
        guard let members = answer.members else {
            throw connection.breach("Its response to “import” isn't an object.")
        }
        guard let entries = members["entries"] else { return false }
        guard let elements = JSONMembers.elements(of: answer.bytes, in: entries) else {
            throw connection.breach("Its entries aren't a list.")
        }
        for element in elements {
            guard let entry = JSONMembers(of: answer.bytes, in: element) else {
                throw connection.breach("One of its entries isn't an object.")
            }
            func number(_ key: String) -> Int {
                // The protocol counts lines and columns from 1.
                max(0, (entry[key].flatMap { answer.document($0)?.integer } ?? 1) - 1)
            }
            func sentence(_ key: String) -> Message {
                let text = entry[key].flatMap { answer.document($0)?.text } ?? ""
                return Message(verbatim: TextRules.shown(text))
            }
            if let item = entry["item"] {
                text.bytes += Self.valued(ExactNumbers.unwrapped(Array(answer.bytes[item]))) + [0x0A]
                text.places.append((number("line"), number("column")))
            } else if entry["refused"] != nil {
                text.refusals.append(
                    .init(
                        line: number("line"), column: number("column"), reason: sentence("refused"),
                        advice: sentence("advice"),
                        text: entry["text"].flatMap { answer.document($0)?.text } ?? ""))
            } else {
                throw connection.breach("One of its entries has neither “item” nor “refused”.")
            }
        }
        taken += elements.count
        let goesOn = members["next"].flatMap { answer.document($0)?.flag } ?? false
        if goesOn, elements.isEmpty { throw connection.breach("It announced more entries but sent none.") }
        if taken > session.limits.items {
            throw connection.breach(
                "It sent more than \(session.limits.items, one: "entry", other: "entries").")
        }
        return goesOn
    }

    /// Adds an explicit null value to an item without a value. In the JSON list format, a missing value means 0.
    private static func valued(_ item: [UInt8]) -> [UInt8] {
        guard let members = JSONMembers(of: item, in: item.indices), members["valueInDollars"] == nil,
            members["value"] == nil, let end = item.lastIndex(of: UInt8(ascii: "}"))
        else { return item }
        let isEmpty = JSONMembers.skipSpace(item, 1, end) == end
        return item[..<end] + Array("\(isEmpty ? "" : ",")\"valueInDollars\":null}".utf8)
    }

    private func refusal(_ reason: Message) -> LootError {
        LootError(
            .unsupported, "Can't import \(name).", reason: reason, advice: "Import it in parts.", place: name)
    }
}
