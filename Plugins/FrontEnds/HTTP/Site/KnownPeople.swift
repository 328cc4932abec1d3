import LootActions
import LootCore
import Platform
import Synchronization

/// The people, share links and sessions in a file. The file is checked at most once a second, so a revoked token stops
/// working shortly afterwards.
final class KnownPeople: Sendable {
    private struct State {
        var people: People {
            didSet { if !people.people.isEmpty { hadPeople = true } }
        }
        /// The status of the file when it was last read.
        var status: Files.Status?
        var lastLook: ContinuousClock.Instant
        var hadPeople: Bool
        /// Whether the file must be read even if its status is the same: after a change, and after a failure.
        var mustRead = false
        /// The failure that was logged last, so that it isn't logged every second.
        var failure: LootError?

        init(_ people: People, _ status: Files.Status?) {
            (self.people, self.status, lastLook) = (people, status, .now)
            hadPeople = !people.people.isEmpty
        }
    }

    private static let interval = Duration.seconds(1)

    private let file: PeopleFile?
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>
    /// Serializes changes by this process.
    private let changing = Mutex(())

    /// Reads the people in the given file. The file doesn't have to exist.
    ///
    /// - Throws: `LootError` if the file can't be read.
    init(_ file: PeopleFile?, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        self.file = file
        self.log = log
        // Take the status first, so that a change in the meantime is noticed.
        let status = file?.status
        state = Mutex(State(try file?.read() ?? People(), status))
    }

    /// Whether there are people, or have been since the server started.
    var hadPeople: Bool {
        _ = current()
        return state.withLock(\.hadPeople)
    }

    /// Returns the current people. If the file can't be read anymore, the previous people are returned.
    func current(at now: ContinuousClock.Instant = .now) -> People {
        guard let file else { return state.withLock(\.people) }
        let (people, problem) = state.withLock { state -> (People, LootError?) in
            guard now - state.lastLook >= KnownPeople.interval else { return (state.people, nil) }
            state.lastLook = now
            let status = file.status
            if status == state.status, !state.mustRead { return (state.people, nil) }
            state.status = status
            do throws(LootError) {
                state.people = try file.read()
                (state.mustRead, state.failure) = (false, nil)
                return (state.people, nil)
            } catch {
                let isNew = state.failure != error
                (state.mustRead, state.failure) = (true, error)
                return (state.people, isNew ? error : nil)
            }
        }
        if let problem { log("\(problem)") }
        return people
    }

    /// Changes the people in the file. If the file can't be changed, logs the error and keeps the change in memory
    /// until the file is read again.
    func change<Result: Sendable>(_ change: (inout People) -> Result) -> Result {
        let (result, failure) = changeInMemoryAtLeast(change)
        if let failure { log("\(failure)") }
        return result
    }

    /// Ends the given session.
    ///
    /// - Throws: `LootError` if the file can't be changed. The session has ended, but returns when the server restarts.
    func end(_ session: People.Session) throws(LootError) {
        if let failure = changeInMemoryAtLeast({ $0.end(session) }).failure {
            log("\(failure)")
            throw failure.during("The session has ended, but returns when the server restarts.")
        }
    }

    private func changeInMemoryAtLeast<Result: Sendable>(
        _ change: (inout People) -> Result
    ) -> (result: Result, failure: LootError?) {
        do throws(LootError) { return (try edit(change), nil) } catch {
            return (state.withLock { change(&$0.people) }, error)
        }
    }

    /// Changes the people in the file.
    ///
    /// - Throws: `LootError` if the file can't be changed, or the error of `change`. In this case, nothing is changed.
    func edit<Result: Sendable>(
        _ change: (inout People) throws(LootError) -> Result
    ) throws(LootError) -> Result {
        try changing.withLock { (_) throws(LootError) -> Result in
            guard let file else {
                return try state.withLock { (state) throws(LootError) in try change(&state.people) }
            }
            let (result, people) = try file.change { (people) throws(LootError) in
                (try change(&people), people)
            }
            // Read the file again at the next check, since another process may have changed it, too.
            state.withLock { ($0.people, $0.mustRead) = (people, true) }
            return result
        }
    }

    /// Extends the given session. Only the first call on each day changes the file.
    func visit(_ session: People.Session) {
        if session.seen >= .today { return }
        state.withLock { $0.people.visit(session) }
        // The caller may run on an event loop. An event loop must not wait for the file.
        Task.detached { self.change { $0.visit(session) } }
    }
}
