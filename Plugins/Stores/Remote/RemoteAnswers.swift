import LootCore
import LootFormats

/// What a server says of its store.
struct StoreDescription {
    let revision: Revision
    let server: String
    /// What comes before a revision in the ids of events.
    let eventPrefix: String
    let capabilities: StoreCapabilities
    let problem: LootError?

    init(_ answer: Transport.Answer, _ address: RemoteAddress) throws(LootError) {
        let document = try DocumentValue(answer: answer.body, address)
        guard let digits = document["revision"]?.digits, let number = UInt64(digits),
            let server = document["server"]?.text, let state = document["state"]?.text,
            let names = document["capabilities"]?.elements?.map(\.text)
        else {
            throw LootError(
                .unavailable, "can't use the store at \(address.text)",
                because: "what answers there is not LootLogger, or an older version of it",
                next: "Give the address that “loot serve” prints")
        }
        revision = Revision(rawValue: number)
        self.server = server
        eventPrefix = StoreDescription.eventPrefix(of: state)
        capabilities = StoreCapabilities.names.reduce(into: []) { known, capability in
            if names.contains(capability.name) { known.formUnion(capability.capability) }
        }
        problem = document["problem"]?.text.map {
            LootError(problem: $0, at: address, document["detail"]?.text)
        }
    }

    /// What comes before the revision in the id of a state: the server's epoch and a hyphen.
    static func eventPrefix(of id: String) -> String {
        id.lastIndex(of: "-").map { String(id[...$0]) } ?? ""
    }
}

/// Some of the rows that were asked for, of one state of the server.
struct PagePart {
    let revision: Revision
    let start: Int
    /// The revision with its epoch: what came of the same number may be something else after a restart.
    private let state: String
    private let total: Int
    private(set) var items: [Item] = []
    private let sections: ForeignValue?
    /// Whether all parts were of the same state.
    private(set) var isCurrent = true

    /// Reads `{"total":…,"revision":…,"start":…,"items":[…]}` as what it is but for two keys: a file of items, whose
    /// reader is the quickest there is.
    init(_ body: [UInt8], _ address: RemoteAddress) throws(LootError) {
        let bytes = Array("{\"format\":\"loot\",\"version\":1,".utf8) + body.dropFirst()
        var items: [Item] = []
        let shape: DocumentShape
        do {
            shape = try JSONFile().read(bytes.span) { (result) throws(FormatError) in
                switch result {
                case .item(let read): items.append(read.item)
                case .refused(let error, _): throw error
                }
            }
        } catch { throw LootError.unreadable(address, error) }
        guard case .envelope(let header) = shape.layout,
            let total = PagePart.number("total", header).flatMap({ Int($0) }),
            let revision = PagePart.number("revision", header).flatMap({ UInt64($0) }),
            let start = PagePart.number("start", header).flatMap({ Int($0) })
        else {
            let missing = LootError(.malformed, "can't read the page", because: "its head is missing")
            throw LootError.unreadable(address, missing)
        }
        self.total = total
        state = PagePart.text("state", header) ?? ""
        sections = header.first { $0.key == "sections" }?.value
        self.revision = Revision(rawValue: revision)
        self.start = start
        self.items = items
    }

    private static func number(_ key: String, _ header: [ForeignField]) -> String? {
        guard case .number(let digits) = header.first(where: { $0.key == key })?.value else { return nil }
        return digits
    }

    private static func text(_ key: String, _ header: [ForeignField]) -> String? {
        guard case .text(let text) = header.first(where: { $0.key == key })?.value else { return nil }
        return text
    }

    /// How many rows there are of those before a position.
    func wanted(upTo end: Int) -> Int { max(0, min(end, total) - start) }

    /// The rows.
    var page: Page { Page(revision: revision, start: start, items: items) }

    /// The outline of the answer, if it came with the rows.
    func outline(of query: Query) -> Outline? {
        var bytes: [UInt8] = []
        sections?.appendJSON(to: &bytes)
        return (try? DocumentValue(json: bytes.span)).flatMap { Outline($0, of: query, at: revision) }
    }

    /// Adds what comes behind.
    mutating func add(_ part: PagePart) {
        isCurrent = part.state == state && part.revision == revision && !part.items.isEmpty
        items += part.items
    }
}

extension Outline {
    /// The sections of an answer as the API tells them, with the titles of the query's own sectioning.
    init?(_ value: DocumentValue, of query: Query, at revision: Revision) {
        guard let elements = value.elements else { return nil }
        var sections: [Section] = []
        for element in elements {
            guard let start = element["start"]?.digits.flatMap({ Int($0) }),
                let count = element["count"]?.digits.flatMap({ Int($0) }),
                let value = element["totalValue"]?.digits.flatMap({ Int128($0) })
            else { return nil }
            let key = query.sectioning.flatMap { _ in element["key"].flatMap { SectionKey($0) } }
            sections.append(
                Section(key: key, in: query.sectioning, start: start, count: count, totalValue: value))
        }
        self.init(revision: revision, sections: sections)
    }
}

extension SectionKey {
    fileprivate init?(_ value: DocumentValue) {
        switch value.content {
        case .number(let digits):
            guard let number = Int(digits) else { return nil }
            self = .number(number)
        case .text(let text): self = .text(text)
        case .null: self = .missing
        default: return nil
        }
    }
}

extension DocumentValue {
    /// The JSON of an answer.
    init(answer body: [UInt8], _ address: RemoteAddress) throws(LootError) {
        do { self = try DocumentValue(json: body.span, strict: true) } catch {
            throw LootError.unreadable(address, error)
        }
    }
}

extension Transport {
    /// The answer to a request that was done.
    func answer(to request: Request, from address: RemoteAddress) async throws(LootError) -> Answer {
        switch await send(request) {
        case .failure(let failure): throw LootError(failure, from: address)
        case .success(let answer):
            guard 200..<300 ~= answer.status else { throw LootError(answer, from: address) }
            return answer
        }
    }
}
