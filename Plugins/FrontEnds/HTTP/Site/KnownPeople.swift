import LootActions
import LootCore
import Platform
import Synchronization

/// The people and share links in a file. The file is checked at most once a second, so a revoked token stops working
/// shortly afterwards.
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

    /// Creates the list of people from a file, which doesn't have to exist.
    init(_ file: PeopleFile?, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        self.file = file
        self.log = log
        state = Mutex(State(people: try file?.read() ?? People(), status: file?.status, lastLook: .now))
    }

    /// Returns the current people. If the file can't be read anymore, the previous people are returned.
    func current(at now: ContinuousClock.Instant = .now) -> People {
        guard let file else { return People() }
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
}
