import LootCore
import Synchronization

/// The sessions of browsers that have signed in. They are stored on the server and not in cookies, so they end with
/// signing out, revoking the token or restarting the server.
final class Sessions: Sendable {
    /// The owner of a token.
    enum Holder: Hashable, Sendable {
        case server
        case person(FileID)
    }

    private struct Session {
        let holder: Holder
        var lastUse: ContinuousClock.Instant
    }

    /// The time after which an unused session expires.
    static let lifetime = Duration.seconds(30 * 86_400)
    private static let greatestCount = 10_000

    private let sessions = Mutex<[String: Session]>([:])

    var count: Int { sessions.withLock(\.count) }

    /// Starts a session and returns its ID, which can't be guessed.
    func begin(_ holder: Holder, at now: ContinuousClock.Instant = .now) -> String {
        var generator = SystemRandomNumberGenerator()
        let id = (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
        sessions.withLock { sessions in
            if sessions.count >= Sessions.greatestCount {
                sessions = sessions.filter { now - $0.value.lastUse < Sessions.lifetime }
                if sessions.count >= Sessions.greatestCount,
                    let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
                {
                    sessions[oldest.key] = nil
                }
            }
            sessions[id] = Session(holder: holder, lastUse: now)
        }
        return id
    }

    /// Returns the owner of a session, or `nil` if it has expired.
    func holder(of id: String, at now: ContinuousClock.Instant = .now) -> Holder? {
        sessions.withLock { sessions in
            guard let session = sessions[id] else { return nil }
            guard now - session.lastUse < Sessions.lifetime else {
                sessions[id] = nil
                return nil
            }
            sessions[id]?.lastUse = now
            return session.holder
        }
    }

    func end(_ id: String) { sessions.withLock { $0[id] = nil } }
}
