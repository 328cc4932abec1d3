import LootCore
import LootFormats
import LootPlugins
import Synchronization

/// A sectioning that gets its keys from a program. Keys are requested in batches and cached until the item changes.
struct BridgedSectioning: Sectioning {
    private let keys: KnownKeys

    /// The error that keeps the program from returning keys, or `nil`.
    var failure: LootError? { keys.failure }

    init(_ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext) {
        keys = KnownKeys(program, offer, settings, bridge)
    }

    var direction: SortDirection { keys.offer.isDescending ? .descending : .ascending }

    func prepare(_ items: ((Item) -> Void) -> Void) { keys.prepare(items) }

    func key(for item: Item) -> SectionKey { keys.key(of: item) }

    func title(for key: SectionKey) -> String { keys.title(of: key) }

    func indexTitle(for key: SectionKey) -> String? { keys.indexTitle(of: key) }

    static func == (left: Self, right: Self) -> Bool {
        left.keys === right.keys
            || left.keys.program == right.keys.program && left.keys.offer == right.keys.offer
                && left.keys.settings == right.keys.settings
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keys.program.digest)
        hasher.combine(keys.settings)
    }
}

/// A cache of the keys and section titles that a program returned.
private final class KnownKeys: Sendable {
    private struct State {
        var keys: [ItemID: (item: Item, key: SectionKey)] = [:]
        var titles: [SectionKey: (title: String, index: String?)] = [:]
        var failure: LootError?
    }

    let program: TrustedProgram
    let offer: Offer
    let settings: PluginSettings
    private let session: Session
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(_ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext) {
        (self.program, self.offer, self.settings) = (program, offer, settings)
        log = bridge.log
        session = Session(program, bridge)
    }

    deinit {
        let session = session
        Task.detached { await session.close() }
    }

    var failure: LootError? { state.withLock { $0.failure } }

    func key(of item: Item) -> SectionKey {
        if let known = known(item) { return known }
        ask([item])
        return known(item) ?? .missing
    }

    func prepare(_ items: ((Item) -> Void) -> Void) {
        var batch: [Item] = []
        items { item in
            if known(item) != nil { return }
            batch.append(item)
            if batch.count == session.limits.batch {
                ask(batch)
                batch.removeAll(keepingCapacity: true)
            }
        }
        if !batch.isEmpty { ask(batch) }
    }

    func title(of key: SectionKey) -> String {
        let (known, failure) = state.withLock { ($0.titles[key], $0.failure) }
        if key == .missing, let failure { return failure.problem() }
        return known?.title ?? key.plainTitle
    }

    func indexTitle(of key: SectionKey) -> String? { state.withLock { $0.titles[key]?.index } }

    private func known(_ item: Item) -> SectionKey? {
        state.withLock { state in
            guard let known = state.keys[item.id], known.item == item else { return nil }
            return known.key
        }
    }

    private func ask(_ items: [Item]) {
        // After a failure, don't ask the program again for each remaining item.
        if state.withLock({ $0.failure != nil }) { return }
        do throws(LootError) {
            let connection = try session.connection()
            let answer = try connection.answer(to: "keys", params(items))
            guard let document = answer.document(), let keys = document["keys"]?.elements,
                keys.count == items.count
            else { throw connection.breach("Its response to “keys” doesn't have one key for each item.") }
            var found: [SectionKey] = []
            for key in keys {
                guard let key = SectionKey(key) else {
                    throw connection.breach("One of its keys isn't a number, a string or null.")
                }
                found.append(key)
            }
            state.withLock { state in
                for (item, key) in zip(items, found) { state.keys[item.id] = (item, key) }
                for section in document["sections"]?.elements ?? [] {
                    guard let key = section["key"].flatMap({ SectionKey($0) }),
                        let title = section["title"]?.text
                    else {
                        continue
                    }
                    let index = section["index"]?.text.map { String(TextRules.shown($0).prefix(8)) }
                    state.titles[key] = (TextRules.shown(title), index.flatMap { $0.isEmpty ? nil : $0 })
                }
            }
            session.isWell()
        } catch {
            state.withLock { $0.failure = error }
            log("\(program.name): \(error.description)")
        }
    }

    private func params(_ items: [Item]) -> [UInt8] {
        var bytes = Array("{\"sectioning\":".utf8)
        ForeignValue.text(offer.descriptor.name).appendJSON(to: &bytes)
        bytes += ",\"settings\":".utf8
        settings.json.appendJSON(to: &bytes)
        bytes += ",\"items\":[".utf8
        let writer = JSONItemWriter()
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if let fields = offer.fields {
                item.appendFields(fields, to: &bytes)
            } else {
                writer.append(item, to: &bytes)
            }
        }
        bytes += "]}".utf8
        return ExactNumbers.wrapped(bytes)
    }
}

extension Item {
    /// Appends a JSON object with those of the fields that are set.
    fileprivate func appendFields(_ fields: [FieldKey], to bytes: inout [UInt8]) {
        var patch = Patch()
        for field in fields { if let value = value(for: field) { patch[field] = .some(value) } }
        ChangeWriter().append(patch, to: &bytes)
    }
}

extension SectionKey {
    /// Creates a key from a JSON value. Returns `nil` if the value isn't null, a string or a number.
    init?(_ value: DocumentValue) {
        switch value.content {
        case .null: self = .missing
        case .text(let text): self = .text(text)
        case .number(let digits):
            if let number = Int(digits) {
                self = .number(number)
            } else if let amount = Amount(digits) {
                self = .amount(amount)
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The title of a section whose key has no title.
    fileprivate var plainTitle: String {
        switch self {
        case .number(let number): String(number)
        case .amount(let amount): amount.description
        case .text(let text): TextRules.shown(text)
        case .place(let place): place.description
        case .missing: "Other"
        }
    }
}
