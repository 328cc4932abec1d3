import LootActions
import LootCore
import Synchronization
import TextSearch
import WebServer

/// Checks names and passwords.
///
/// Each check takes up to a tenth of a second of processor time and 16 MiB of memory. Checks run one at a time, on a
/// different thread than the requests.
final class PasswordSignIn: Sendable {
    private actor Checker {
        func person(named name: String, password: String, in people: People) throws(LootError)
            -> People.Person?
        {
            try people.person(named: name, password: password)
        }
    }

    /// The maximum number of attempts that are being checked or wait for their check.
    private static let greatestCount = 20

    /// Delays attempts by name. The delays are short, because anyone can cause them for someone else's name.
    private let throttle = LoginThrottle(free: 20, greatestDelay: 60)
    private let checker = Checker()
    private let count = Mutex(0)
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Returns the person with the given name and password, or `nil` if one of them is wrong.
    ///
    /// - Throws: `HTTPError` if attempts for this name are delayed, if too many attempts are waiting, or if the server
    ///   can't check passwords.
    func person(named name: String, password: String, in people: People) async throws(HTTPError)
        -> People.Person?
    {
        let key = String(Folding.fold(name).prefix(60))
        let seconds = throttle.delay(for: key)
        if seconds > 0 {
            throw HTTPError(
                .tooManyRequests,
                String(
                    localized: """
                        Too many wrong passwords were sent for this name. Wait \
                        \(seconds, one: "second", other: "seconds"), and then try again.
                        """), headers: [.retryAfter: "\(seconds)"])
        }
        guard
            count.withLock({ count in
                if count >= PasswordSignIn.greatestCount { return false }
                count += 1
                return true
            })
        else {
            throw HTTPError(
                .serviceUnavailable,
                String(localized: "Many people are signing in. Try again in a few seconds."),
                headers: [.retryAfter: "5"])
        }
        defer { count.withLock { $0 -= 1 } }
        // Count the attempt as failed until it succeeds. Otherwise, simultaneous attempts would avoid the delay.
        _ = throttle.recordFailure(of: key)
        do throws(LootError) {
            let person = try await checker.person(named: name, password: password, in: people)
            if person != nil { throttle.forgive(key) }
            return person
        } catch {
            log("\(error)")
            throw HTTPError(
                .serviceUnavailable,
                String(localized: "The server can't check passwords. Its log contains the reason."))
        }
    }
}
