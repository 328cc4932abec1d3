import LootCore
import LootFormats
import LootPlugins
import WebClient

/// A catalog on the web that responds in JSON.
struct WebCatalog: ProductCatalog {
    let name: String
    private let address: String
    private let fields: [(key: FieldKey, paths: [[String]])]
    private let header: (name: String, value: String)?
    private let timeout: Duration

    /// The maximum size of a response in bytes.
    static let sizeLimit = 1 << 20
    /// The maximum length of a text value.
    static let textLimit = 500
    /// The maximum number of redirects.
    private static let redirectionLimit = 5
    private static let placeholder = "{code}"

    /// Creates a catalog for an address that contains `{code}` as a placeholder for the barcode.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the address, a field or the header is invalid.
    init(
        _ name: String, address: String, fields: [String], header: String? = nil, timeout: Duration
    ) throws(LootError) {
        func refusal(_ reason: Message, advice: Message) -> LootError {
            LootError(
                .configuration, "Can't use the catalog \(TextRules.quoted(name)).", reason: reason,
                advice: advice)
        }
        guard address.contains(Self.placeholder),
            WebAddress(address.replacing(Self.placeholder, with: "0")) != nil
        else {
            throw refusal(
                "Its address isn't an http:// or https:// address that contains {code}.",
                advice: "Use an address like https://example.org/{code}.")
        }
        var known: [(FieldKey, [[String]])] = []
        for text in fields {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let key = try? Field.named(parts[0]), Field.with(key: key)?.type != .list
            else {
                throw refusal(
                    "\(TextRules.quoted(text)) doesn't name a field and its position in the response.",
                    advice: "Use the form name=items.0.title.")
            }
            known.append(
                (key, parts[1].split(separator: "|").map { $0.split(separator: ".").map(String.init) }))
        }
        guard known.contains(where: { $0.0 == "name" }) else {
            throw refusal("Its fields don't include the name.", advice: "Add one like name=items.0.title.")
        }
        if let header {
            let parts = header.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, !parts[0].isEmpty,
                parts[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw refusal("Its header is missing a name or a value.", advice: "Use the form Name: value.")
            }
            self.header = (String(parts[0]), String(parts[1].drop { $0 == " " }))
        } else {
            self.header = nil
        }
        self.name = name
        self.address = address
        self.fields = known
        self.timeout = timeout
    }

    func values(for barcode: Barcode) async throws(LootError) -> Patch? {
        let transport: Transport
        do { transport = try Transport() } catch { throw failure(error.explanation, advice: error.advice) }
        let result = await answer(transport, barcode)
        transport.close()
        await transport.end()
        let answer = try result.get()
        if answer.status == 404 { return nil }
        guard answer.status == 200 else {
            throw failure(
                answer.status == 429
                    ? "It was queried too often." : "It responded with status \(answer.status).",
                advice: "Try again later.")
        }
        let document: DocumentValue
        do { document = try DocumentValue(json: answer.body.span, strict: true) } catch {
            throw failure("Its response isn't JSON.", underlying: "\(error)")
        }
        let patch = Patch(fields.compactMap { key, paths in edit(key, paths, document) })
        return patch["name"] == nil ? nil : patch
    }

    /// Sends the request, follows redirects and returns the final response.
    private func answer(
        _ transport: Transport, _ barcode: Barcode
    ) async -> Result<Transport.Answer, LootError> {
        let end = ContinuousClock.now + timeout
        var url = address.replacing(Self.placeholder, with: barcode.digits)
        for _ in 0...Self.redirectionLimit {
            let left = max(end - .now, .zero)
            let request = Request(
                url: url,
                headers: [("Accept", "application/json"), ("User-Agent", "LootLogger")]
                    + (header.map { [$0] } ?? []),
                patience: left, timeLimit: left, sizeLimit: Self.sizeLimit)
            let answer: Transport.Answer
            switch await transport.send(request) {
            case .failure(let error): return .failure(failure(error.reason, underlying: error.underlying))
            case .success(let success): answer = success
            }
            guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.location else {
                return .success(answer)
            }
            if header != nil {
                return .failure(
                    failure(
                        "It redirects to another address, but its header is only for this one.",
                        advice: "Correct its address."))
            }
            guard WebAddress(location) != nil else {
                return .failure(
                    failure("It redirects to an address that isn't an http:// or https:// address."))
            }
            url = location
        }
        return .failure(failure("It redirects too many times."))
    }

    private func failure(
        _ reason: Message, advice: Message = "Check the network and the address of the catalog.",
        underlying: String? = nil
    ) -> LootError {
        LootError(
            .catalogFailed, "Can't query the catalog \(TextRules.quoted(name)).", reason: reason,
            advice: advice,
            underlying: underlying)
    }

    // MARK: Reading

    /// Returns the value of a field in the response, or `nil` if there is no valid one.
    private func edit(_ key: FieldKey, _ paths: [[String]], _ document: DocumentValue) -> Patch.Edit? {
        for path in paths {
            guard let text = Self.text(at: path, in: document) else { continue }
            guard let field = Field.with(key: key) else { return Patch.Edit(key, .text(text)) }
            let value = (try? field.parse(text)) ?? nil
            guard let value, (try? field.checkEntry(value)) != nil else { continue }
            return Patch.Edit(key, value)
        }
        return nil
    }

    /// Returns the text at a path, on one line and without invalid characters, or `nil` if there is none.
    private static func text(at path: [String], in document: DocumentValue) -> String? {
        var value = document
        for step in path {
            if case .array(let elements) = value.content {
                guard let index = Int(step), elements.indices.contains(index) else { return nil }
                value = elements[index]
            } else {
                guard let member = value[step] else { return nil }
                value = member
            }
        }
        let text: String
        switch value.content {
        case .text(let content): text = content
        case .number(let digits): text = digits
        default: return nil
        }
        let scalars = text.unicodeScalars.map { scalar in
            TextRules.firstRefused(in: String(scalar), allowingLines: false) == nil ? Character(scalar) : " "
        }
        let line = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : String(line.prefix(textLimit))
    }
}
