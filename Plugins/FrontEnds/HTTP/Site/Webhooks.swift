import Basics
import LootAPI
import LootCore
import LootFormats
import Platform
import Synchronization
import WebClient

/// Notifies addresses of changes in order, by signed POST requests that are repeated until they succeed.
final class Webhooks: Sendable {
    struct Message: Sendable {
        /// `commit`, or `reload` for a change that isn't a commit.
        let event: String
        /// The state after the change. It is the same in repeated requests.
        let state: String
        let body: [UInt8]
    }

    private let addresses: [String]
    private let secret: [UInt8]?
    /// The name of the list, or `nil` if it has none.
    private let list: String?
    private let events: AsyncStream<StoreEvent>
    private let states: StateTags
    private let transport: Transport
    private let log: @Sendable (String) -> Void
    /// The maximum number of waiting messages for an address. If there are more, they are replaced with a reload.
    private let queueLimit: Int
    private let retries: Retries

    /// Creates the webhooks in the configuration. Returns `nil` if there are none.
    ///
    /// - Throws: `LootError` if an address is invalid or if requests can't be sent.
    init?(
        _ configuration: HTTPConfiguration, _ store: any ItemStore, _ states: StateTags,
        list: String? = nil, queueLimit: Int = 1_000, retries: Retries = Retries(),
        log: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        if configuration.webhooks.isEmpty { return nil }
        for address in configuration.webhooks {
            guard WebAddress(address) != nil else {
                throw LootError(
                    .configuration, "Can't send changes to \(TextRules.visible(address: address)).",
                    reason: "It isn't an address.", advice: "Use an address with https:// or http://.",
                    place: "frontEnd.webhooks")
            }
        }
        addresses = configuration.webhooks
        secret = configuration.webhookSecret.map { Array($0.utf8) }
        do throws(LootError) { transport = try Transport(connectionLimit: addresses.count) } catch {
            throw error.during("Can't send changes to webhooks.")
        }
        self.list = list
        events = store.events()
        self.states = states
        self.queueLimit = queueLimit
        self.retries = retries
        self.log = log
    }

    /// Sends notifications until the store is closed or the task is canceled.
    func run() async {
        let queues = addresses.map { _ in Queue(limit: queueLimit) }
        await withTaskGroup(of: Void.self) { group in
            for (address, queue) in zip(addresses, queues) {
                group.addTask { await self.deliver(from: queue, to: address) }
            }
            for await event in events {
                guard let message = message(of: event) else { continue }
                for queue in queues { queue.add(message, reload: reload(message.state)) }
            }
            for queue in queues { queue.finish() }
            // Don't wait for addresses that don't respond.
            group.cancelAll()
            transport.close()
        }
        await transport.end()
    }

    private func message(of event: StoreEvent) -> Message? {
        switch event {
        case .committed(let commit):
            var body: [UInt8] = []
            ChangeWriter().append(commit, to: &body)
            return Message(event: "commit", state: states.id(commit.revision), body: body)
        case .reloaded(let revision): return reload(states.id(revision))
        case .failed: return nil
        }
    }

    private func reload(_ state: String) -> Message {
        Message(event: "reload", state: state, body: (["state": JSON(state)] as JSON).bytes)
    }

    // MARK: Delivery

    private func deliver(from queue: Queue, to address: String) async {
        let shown = TextRules.visible(address: address)
        for await _ in queue.news {
            while queue.first != nil, !Task.isCancelled {
                let result = await retries.run { reason in
                    log(
                        "Can't notify \(shown) of a change. \(reason.text(in: .english)) It will be tried again."
                    )
                } _: {
                    // The queue may have replaced the message that failed.
                    guard let message = queue.first else { return nil }
                    if let reason = await send(message, to: address) { return reason }
                    queue.remove(message)
                    return nil
                }
                if result.failures > 0, result.reason == nil { log("\(shown) is notified of changes again.") }
            }
        }
    }

    /// Sends the given message to the given address.
    ///
    /// - Returns: The reason why the address didn't accept the message, or `nil` if it did.
    private func send(_ message: Message, to address: String) async -> Localization.Message? {
        let time = Machine.secondsSince1970
        var headers = [
            ("Content-Type", "application/json"), ("Loot-Event", message.event),
            ("Loot-State", message.state),
            ("Loot-Timestamp", "\(time)"),
        ]
        if let list { headers.append(("Loot-List", list)) }
        if let secret {
            headers.append(("Loot-Signature", Webhooks.signature(of: message.body, at: time, secret)))
        }
        let request = Request(
            method: "POST", url: address, headers: headers.map { (name: $0.0, value: $0.1) },
            body: message.body, patience: .seconds(10), timeLimit: .seconds(30), sizeLimit: 1 << 16)
        return await transport.deliver(request)
    }

    /// Returns the signature that authenticates a body and its time: the HMAC-SHA-256 of the time, a period and the
    /// body.
    static func signature(of body: [UInt8], at time: Int, _ secret: [UInt8]) -> String {
        let code = SHA256.authentication(of: Array("\(time).".utf8) + body, key: secret)
        return "sha256=" + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The waiting messages for an address, oldest first.
    private final class Queue: Sendable {
        /// An element whenever messages are waiting.
        let news: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation
        private let messages = Mutex<[Message]>([])
        private let limit: Int

        init(limit: Int) {
            self.limit = limit
            (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        var first: Message? { messages.withLock(\.first) }

        func add(_ message: Message, reload: Message) {
            messages.withLock { messages in
                messages = messages.count < limit ? messages + [message] : [reload]
            }
            continuation.yield()
        }

        /// Removes a delivered message, unless it was already replaced.
        func remove(_ message: Message) {
            messages.withLock { if $0.first?.state == message.state { $0.removeFirst() } }
        }

        func finish() { continuation.finish() }
    }
}
