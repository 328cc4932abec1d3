import LootActions
import LootCore
import Platform
import Synchronization

/// The people, share links and sessions in a file. The file is checked at most once a second, so a revoked token stops
/// working shortly afterwards.
final class KnownPeople: Sendable {
    private struct State {
        var people: People
        var status: Files.Status?
        var lastLook: ContinuousClock.Instant
    }

    private static let interval = Duration.seconds(1)

    private let file: PeopleFile?
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>
    /// Serializes changes by this process.
    private let changing = Mutex(())

    /// Creates the list of people from a file, which doesn't have to exist.
    init(_ file: PeopleFile?, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        self.file = file
        self.log = log
        state = Mutex(State(people: try file?.read() ?? People(), status: file?.status, lastLook: .now))
    }

    /// Returns the current people. If the file can't be read anymore, the previous people are returned.
    func current(at now: ContinuousClock.Instant = .now) -> People {
        guard let file else { return state.withLock(\.people) }
        let (people, problem) = state.withLock { state -> (People, LootError?) in
            guard now - state.lastLook >= KnownPeople.interval else { return (state.people, nil) }
            state.lastLook = now
            let status = file.status
            if status == state.status { return (state.people, nil) }
            state.status = status
            do throws(LootError) { state.people = try file.read() } catch { return (state.people, error) }
            return (state.people, nil)
        }
        if let problem { log("\(problem)") }
        return people
    }

    /// Changes the people. If the file can't be changed, logs the error and keeps the change in memory.
    func change<Result: Sendable>(_ change: (inout People) -> Result) -> Result {
        changing.withLock { _ in
            do throws(LootError) {
                if let file {
                    let (result, people) = try file.change { people in (change(&people), people) }
                    // Read the file again at the next check, since another process may have changed it, too.
                    state.withLock { ($0.people, $0.status) = (people, nil) }
                    return result
                }
            } catch { log("\(error)") }
            return state.withLock { change(&$0.people) }
        }
    }

    /// Returns the session with the secret of a cookie, unless it has ended. The first use of each day extends it.
    func session(knowing secret: String) -> People.Session? {
        guard let session = current().session(knowing: secret) else { return nil }
        if session.seen < .today {
            state.withLock { $0.people.visit(session) }
            // The caller may run on an event loop, which must not wait for the file.
            Task.detached { self.change { $0.visit(session) } }
        }
        return session
    }
}
