import Basics
import LootAPI
import LootCore
import Synchronization

/// Limits each person's use of the server's resources, so that enough is left for other people.
///
/// A share of a resource is released when nothing refers to it anymore. Work is replenished over time. The limits are
/// higher for the person who runs the server. Anyone who has the server's token, or needs no token, counts as this
/// person.
final class Allowances: Sendable {
    /// A resource that is limited for each person.
    enum Resource: Hashable {
        /// Requests in progress.
        case requests
        /// Steps of evaluating filters (`WorkBudget`).
        case work
        /// Snapshots that the server holds.
        case snapshots
        /// Event streams.
        case streams
        /// Bytes of request bodies that are being read.
        case uploads
        /// Files that are being imported.
        case imports
        /// Bytes of cached responses.
        case answers
    }

    /// The maximum amount of a resource that one person can use.
    struct Limit {
        let amount: Int
        /// The maximum for the person who runs the server.
        let owners: Int
        /// The amount that is replenished per second.
        var perSecond = 0
        /// The advice in the error if the limit is exceeded.
        let advice: Message
    }

    /// An amount of a resource that a person uses, until it is released or deallocated.
    final class Share: Sendable {
        private let allowances: Allowances
        private let key: Key
        private let amount: Atomic<Int>

        fileprivate init(of allowances: Allowances, _ key: Key, _ amount: Int) {
            (self.allowances, self.key) = (allowances, key)
            self.amount = Atomic(amount)
        }

        deinit { release() }

        /// Returns the reserved amount to the person's allowance. Later calls have no effect.
        func release() { allowances.giveBack(amount.exchange(0, ordering: .relaxed), of: key) }
    }

    fileprivate struct Key: Hashable {
        let person: String?
        let resource: Resource
    }

    private struct Use {
        var amount = 0
        var time: ContinuousClock.Instant
    }

    /// The order in which each person's requests run.
    let turns = Turns()
    private let limits: [Resource: Limit]
    private let used = Mutex<[Key: Use]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    init(
        _ limits: [Resource: Limit] = usual, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.limits, self.now) = (limits, now)
    }

    /// The default limits.
    static let usual: [Resource: Limit] = [
        .requests: Limit(
            amount: 16, owners: 1_024, advice: "Wait until some of your other requests are done."),
        .work: Limit(
            amount: 200_000_000, owners: 20_000_000_000, perSecond: 20_000_000,
            advice: "Wait a few seconds, and use simpler filters."),
        .snapshots: Limit(amount: 8, owners: 32, advice: "Release some of your snapshots."),
        .streams: Limit(amount: 40, owners: 1_024, advice: "Close a few pages."),
        .uploads: Limit(amount: 128 << 20, owners: 1 << 30, advice: "Send files one at a time."),
        .imports: Limit(amount: 1, owners: 16, advice: "Import files one at a time."),
        .answers: Limit(amount: 1 << 20, owners: 4 << 20, advice: ""),
    ]

    /// Reserves an amount of a resource for a person.
    ///
    /// - Throws: `LootError` with code `over-allowance` if this exceeds the person's limit.
    func take(_ amount: Int = 1, of resource: Resource, for person: String?) throws(LootError) -> Share {
        let key = Key(person: person, resource: resource)
        try use(amount, of: key)
        return Share(of: self, key, amount)
    }

    /// Runs `body` with a `WorkBudget`, and then charges the steps that it has used to the given person.
    ///
    /// - Throws: `LootError` with code `over-allowance` if the person has no work left, and the errors of `body`.
    func charging<Outcome>(
        _ person: String?, steps: Int = greatestRequest, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        try use(0, of: Key(person: person, resource: .work))
        let budget = WorkBudget(steps: steps)
        defer { spend(budget.spentSteps, for: person) }
        return try await WorkBudget.$current.withValue(budget) { try await body() }
    }

    /// The maximum number of steps for the patterns of one request, in addition to those in proportion to the rows.
    private static let greatestRequest = 5_000_000

    /// Charges a person for completed work, even if it exceeds the limit.
    func spend(_ steps: Int, for person: String?) {
        update(Key(person: person, resource: .work)) { use, _ in use += steps }
    }

    /// The amount of a resource that a person uses.
    func amount(of resource: Resource, for person: String?) -> Int {
        update(Key(person: person, resource: resource)) { use, _ in use }
    }

    private func use(_ amount: Int, of key: Key) throws(LootError) {
        let isAllowed = update(key) { use, limit in
            guard use + amount <= (key.person == nil ? limit.owners : limit.amount) else { return false }
            use += amount
            return true
        }
        if isAllowed { return }
        throw LootError(
            key.resource == .snapshots ? .tooManySnapshots : .overAllowance, "Can't process the request now.",
            reason: key.resource.reason, advice: limits[key.resource]?.advice ?? "")
    }

    private func giveBack(_ amount: Int, of key: Key) {
        if amount > 0 { update(key) { use, _ in use -= amount } }
    }

    @discardableResult
    private func update<Outcome>(_ key: Key, _ body: (inout Int, Limit) -> Outcome) -> Outcome {
        let limit = limits[key.resource] ?? Limit(amount: .max / 2, owners: .max / 2, advice: "")
        return used.withLock { used in
            let now = now()
            var use = used[key] ?? Use(time: now)
            let seconds = (now - use.time) / .seconds(1)
            use.amount = max(0, use.amount - Int(min(seconds, 86_400) * Double(limit.perSecond)))
            use.time = now
            defer { used[key] = use.amount == 0 ? nil : use }
            return body(&use.amount, limit)
        }
    }
}

extension Allowances.Resource {
    /// The reason in the error if the limit is exceeded.
    fileprivate var reason: Message {
        switch self {
        case .requests: "You have too many requests in progress."
        case .work: "Your filters have exceeded the limit for one person."
        case .snapshots: "You have too many snapshots open."
        case .streams: "You have too many event streams open."
        case .uploads: "You are sending more data at once than one person is allowed to."
        case .imports: "Another file of yours is still being read for an import."
        case .answers: "Too many responses to your requests are stored."
        }
    }
}
