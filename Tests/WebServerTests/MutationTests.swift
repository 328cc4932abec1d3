import Basics
import Platform
import Testing

@testable import WebServer

@Suite struct `Mutated requests` {
    /// A random seed. To repeat a failure, set `WEBSERVER_SEED` to its seed.
    static let seed =
        ThisProcess.environment("WEBSERVER_SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)

    /// Returns a mutated request, several concatenated requests, or random bytes.
    private func input(_ random: inout SplitMix) -> [UInt8] {
        if Int.random(in: 0..<10, using: &random) == 0 {
            return (0..<Int.random(in: 1...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        }
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bytes += Array((Strictness.table.randomElement(using: &random)?.input ?? "").utf8.prefix(600))
        }
        let telling = Array("\r\n\t \0:;,%/?*+-01239afAFxHTTP".utf8) + [0x7F, 0x80, 0xFF]
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let byte = telling.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.remove(at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            }
        }
        return bytes
    }

    @Test func `a mutated request always gets a response or is closed, and the same one however it is split`()
    {
        var random = SplitMix(seed: Self.seed)
        for round in 0..<10_000 {
            let bytes = input(&random)
            let whole = parse([bytes[...]])
            let split = Int.random(in: 0...bytes.count, using: &random)
            guard parse([bytes[..<split], bytes[split...]]) == whole else {
                Issue.record("seed \(Self.seed), round \(round), split at \(split): \(bytes)")
                return
            }
            let connection = FakeConnection()
            connection.receive(bytes[...])
            let requests = connection.requests.count
            let refusals = connection.statuses.count - requests
            connection.end()
            for _ in 0..<3 { connection.wait(.seconds(60)) }
            guard connection.phase == .closed, refusals == 0 || refusals == 1,
                connection.statuses.prefix(requests).allSatisfy({ $0 == 200 })
            else {
                Issue.record("seed \(Self.seed), round \(round): \(connection.sent) for \(bytes)")
                return
            }
        }
    }
}
