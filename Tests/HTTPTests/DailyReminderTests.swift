import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Platform
import Synchronization
import Testing
import struct WebClient.Retries
import WebServer

@testable import HTTP

@Suite(.timeLimit(.minutes(1))) struct `Daily reminders of the server` {
    /// The clock of a server with reminders at 8 o'clock, and the service that gets them.
    private final class Scene: Sendable {
        private struct Clock {
            var now: Moment
            var reads = 0
        }

        private let clock: Mutex<Clock>
        private let count = Mutex(0)
        private let isDown = Mutex(false)
        let store: MemoryStore
        let log = Lines()

        init() throws {
            var drill = Item(name: "Drill")
            (drill.lentTo, drill.lentUntil) = ("Ann", .today)
            store = try MemoryStore([drill])
            clock = Mutex(Clock(now: try Self.local(7, 59)))
        }

        func fail(_ isFailing: Bool) { isDown.withLock { $0 = isFailing } }

        func set(_ key: SettingKey, _ fields: [ForeignField]) async throws {
            _ = try await store.apply(ItemTransaction([.set(key, fields.isEmpty ? nil : .object(fields))]))
        }

        /// Returns the time of the clock. The server asks once before it decides whether to send.
        private var now: Moment {
            clock.withLock { clock in
                clock.reads += 1
                return clock.now
            }
        }

        /// Sets the clock to a local time of today or a later day, and waits until the server has done what it does then.
        /// Expects that the service has got this many requests, and that the server has logged this many failures.
        func expect(
            requests: Int, failures: Int = 0, at hour: Int, _ minute: Int = 0, day: Int = 0
        ) async throws {
            let new = try Self.local(hour, minute, day: day)
            let start = clock.withLock { clock in
                clock.now = new
                return clock.reads
            }
            while clock.withLock({ $0.reads }) < start + 2 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(count.withLock { $0 } == requests && log.all.count == failures)
        }

        private static func local(_ hour: Int, _ minute: Int = 0, day: Int = 0) throws -> Moment {
            let start = Moment(startOf: Day.today).secondsSinceEpoch + Int64(day * 86_400)
            let local = start + Int64(hour * 3600 + minute * 60)
            return try #require(
                Moment(secondsSinceEpoch: local - Int64(ThisProcess.secondsFromUTC(at: local))))
        }

        /// Calls `body` while the server is running.
        func run(_ body: () async throws -> Void) async throws {
            var router = Router()
            router.on(.post, "/") { _ in
                self.count.withLock { $0 += 1 }
                return Response(self.isDown.withLock { $0 } ? .serviceUnavailable : .noContent)
            }
            let server = try Server(ServerConfiguration(), router: router)
            try await set("reminders", [ForeignField("me", .text("json \(server.url)"))])
            var configuration = HTTPConfiguration()
            configuration.remindAt = 8
            let reminders = try DailyReminders(
                configuration, store, listName: nil, environment: [:], retries: Retries(limit: 1),
                now: { self.now }, log: log.add)
            let daily = try #require(reminders)
            let running = Task { await daily.run(every: .milliseconds(1)) }
            try await body()
            running.cancel()
            await running.value
            await server.stop()
        }
    }

    @Test func `the server sends reminders from the set hour, once a day`() async throws {
        let scene = try Scene()
        try await scene.run {
            try await scene.expect(requests: 0, at: 7, 59)
            try await scene.expect(requests: 1, at: 8)
            try await scene.expect(requests: 1, at: 23)
            try await scene.expect(requests: 1, at: 9, day: 1)
        }
    }

    @Test func `after a failure, the server tries again 15 minutes later`() async throws {
        let scene = try Scene()
        try await scene.run {
            scene.fail(true)
            try await scene.expect(requests: 1, failures: 1, at: 8)
            try await scene.expect(requests: 1, failures: 1, at: 8, 14)
            scene.fail(false)
            try await scene.expect(requests: 2, failures: 1, at: 8, 15)
        }
    }

    @Test func `if another program is sending and ends, the server sends later`() async throws {
        let scene = try Scene()
        try await scene.set("sentReminders.me", [ForeignField("claim", .text("other \(Moment.last)"))])
        try await scene.run {
            try await scene.expect(requests: 0, at: 8)
            try await scene.set("sentReminders.me", [ForeignField("claim", .text("other \(Moment.first)"))])
            try await scene.expect(requests: 0, at: 8, 14)
            try await scene.expect(requests: 1, at: 8, 15)
        }
    }

    @Test func `the server doesn't start with an invalid sender of mail`() throws {
        var configuration = HTTPConfiguration()
        configuration.remindAt = 8
        let error = #expect(throws: LootError.self) {
            try DailyReminders(
                configuration, try MemoryStore([]), listName: nil, environment: ["LOOT_MAIL_FROM": "loot"],
                log: { _ in })
        }
        #expect(error?.code == .configuration)
    }
}
