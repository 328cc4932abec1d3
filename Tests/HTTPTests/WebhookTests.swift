import Basics
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import struct WebClient.Retries
import WebServer

@testable import HTTP

/// A server that receives webhooks and rejects a given number of them.
private final class Receiver: Sendable {
    struct Told: Sendable {
        let headers: Headers
        let body: [UInt8]
        let isTaken: Bool
    }

    private let told = Mutex<[Told]>([])
    private let refusals: Mutex<Int>
    private let refusal: Status

    init(refusing count: Int = 0, with refusal: Status = .serviceUnavailable) {
        refusals = Mutex(count)
        self.refusal = refusal
    }

    var all: [Told] { told.withLock { $0 } }
    var taken: [Told] { all.filter(\.isTaken) }

    var router: Router {
        var router = Router()
        router.on(.post, "/hook") { try await self.take($0) }
        router.on(.get, "/sign-in") { _ in Response(text: "Who are you?") }
        router.on(.post, "/sign-in") { _ in Response(text: "Who are you?") }
        return router
    }

    /// Accepts or rejects a message.
    func take(_ request: Request) async throws -> Response {
        let body = try await request.body.bytes()
        let isTaken = refusals.withLock { refusals in
            refusals -= 1
            return refusals < 0
        }
        told.withLock { $0.append(Told(headers: request.headers, body: body, isTaken: isTaken)) }
        return Response(isTaken ? .noContent : refusal, headers: isTaken ? [:] : ["Location": "/sign-in"])
    }

    /// Waits until the given number of messages has been accepted.
    func take(_ count: Int) async { while taken.count < count, !Task.isCancelled { await Task.yield() } }
}

@Suite(.timeLimit(.minutes(1))) struct `Sending webhooks` {
    private static let secret = "sixteen characters or more"

    private func telling(
        _ receiver: Receiver, log: Lines = Lines(), _ body: (MemoryStore, StateTags) async throws -> Void
    ) async throws {
        let store = try MemoryStore([])
        let server = try Server(ServerConfiguration(), router: receiver.router)
        var configuration = HTTPConfiguration()
        configuration.webhooks = ["\(server.url)hook"]
        configuration.webhookSecret = Self.secret
        let states = StateTags()
        let webhooks = try Webhooks(
            configuration, store, states, retries: Retries { _ in .milliseconds(1) }, log: log.add)
        let running = Task { await webhooks?.run() }
        try await body(store, states)
        running.cancel()
        await running.value
        await server.stop()
    }

    @Test func `a webhook receives every change, in order and signed`() async throws {
        let receiver = Receiver()
        try await telling(receiver) { store, states in
            for number in 0..<20 { try await store.add(Item(name: "Item \(number)")) }
            await receiver.take(20)
            let told = receiver.taken
            #expect(told.count == 20)
            for (number, message) in told.enumerated() {
                let body = try DocumentValue(json: message.body.span)
                #expect(String(decoding: message.body, as: UTF8.self).contains("\"Item \(number)\""))
                #expect(body["revision"]?.number != nil)
                #expect(message.headers["Loot-Event"] == "commit")
                let time = try #require(message.headers["Loot-Timestamp"].flatMap { Int($0) })
                let signature = Webhooks.signature(of: message.body, at: time, Array(Self.secret.utf8))
                #expect(message.headers["Loot-Signature"] == signature)
                #expect(
                    signature != Webhooks.signature(of: message.body, at: time + 1, Array(Self.secret.utf8)))
            }
            #expect(Set(told.map { $0.headers["Loot-State"] }).count == 20)
            #expect(told.last?.headers["Loot-State"] == states.id(try await store.summary().revision))
        }
    }

    @Test func `a webhook is retried until it succeeds, before later changes are sent`() async throws {
        let (receiver, log) = (Receiver(refusing: 5), Lines())
        try await telling(receiver, log: log) { store, _ in
            for number in 0..<3 { try await store.add(Item(name: "Item \(number)")) }
            await receiver.take(3)
            let states = receiver.all.map { $0.headers["Loot-State"] ?? "" }
            #expect(receiver.all.count == 8 && Set(states.prefix(6)).count == 1)
            #expect(receiver.taken.map(\.body) == Array(receiver.all.suffix(3)).map(\.body))
            while log.all.count < 2, !Task.isCancelled { await Task.yield() }
            #expect(log.all[0].contains("It responded with status 503.") && log.all[1].contains("again"))
        }
    }

    @Test(arguments: [Status(301), Status(302), Status(303), Status(307), Status(404), Status(204)])
    func `only a successful status delivers a webhook, and a redirect isn't one`(status: Status) async throws
    {
        let isSuccess = status == .noContent
        let (receiver, log) = (Receiver(refusing: 2, with: status), Lines())
        try await telling(receiver, log: log) { store, _ in
            for number in 0..<3 { try await store.add(Item(name: "Item \(number)")) }
            while receiver.all.count < (isSuccess ? 3 : 5), !Task.isCancelled { await Task.yield() }
            #expect(Set(receiver.all.map { $0.headers["Loot-State"] }).count == 3)
            #expect(receiver.taken.count == (isSuccess ? 1 : 3))
            if !isSuccess {
                #expect(log.all.first?.contains("It responded with status \(status.code).") == true)
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `if too many changes wait, a webhook makes the receiver read again, and loses no later ones`()
        async throws
    {
        // The first address blocks on its first message, while the second one receives all of them in order.
        let (slow, quick, gate) = (Receiver(), Receiver(), Gate())
        var router = Router()
        router.on(.post, "/slow") { request in
            await gate.wait()
            return try await slow.take(request)
        }
        router.on(.post, "/quick") { try await quick.take($0) }
        let server = try Server(ServerConfiguration(), router: router)
        var configuration = HTTPConfiguration()
        configuration.webhooks = ["\(server.url)slow", "\(server.url)quick"]
        let (store, states) = (try MemoryStore([]), StateTags())
        let webhooks = try Webhooks(
            configuration, store, states, queueLimit: 3, retries: Retries { _ in .milliseconds(1) },
            log: { _ in })
        let running = Task { await webhooks?.run() }
        for number in 1...5 {
            try await store.add(Item(name: "Item \(number)"))
            await quick.take(number)
        }
        await gate.open()
        await slow.take(3)
        try await store.add(Item(name: "Item 6"))
        await slow.take(4)
        let told = slow.taken.map { [$0.headers["Loot-Event"], $0.headers["Loot-State"]] }
        func state(_ revision: UInt64) -> String { states.id(Revision(rawValue: revision)) }
        #expect(
            told == [
                ["commit", state(1)], ["reload", state(4)], ["commit", state(5)], ["commit", state(6)],
            ])
        running.cancel()
        await running.value
        await server.stop()
    }

    @Test(arguments: ["hook.example", "file:///etc/passwd", "ftp://hook.example", ""])
    func `a webhook must have a web address`(address: String) throws {
        var configuration = HTTPConfiguration()
        configuration.webhooks = [address]
        let store = try MemoryStore([])
        #expect(throws: LootError.self) { try Webhooks(configuration, store, StateTags(), log: { _ in }) }
    }

    @Test func `signatures match the example in RFC 4231`() {
        let key = [UInt8](repeating: 0x0B, count: 20)
        let code = SHA256.authentication(of: Array("Hi There".utf8), key: key)
        let text = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let long = SHA256.authentication(
            of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131))
        let hex = long.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hex == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
