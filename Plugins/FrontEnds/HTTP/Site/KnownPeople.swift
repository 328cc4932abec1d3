import LootActions
import LootCore
import Platform
import Synchronization

/// The people and links as their file has them now: it is looked at again where more than a second has gone by, so that a
/// token that is taken back opens nothing any more.
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

    /// The people in a file, of which there need not be one.
    init(_ file: PeopleFile?, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        self.file = file
        self.log = log
        state = Mutex(State(people: try file?.read() ?? People(), status: file?.status, lastLook: .now))
    }

    /// Those that are known at a moment. Where the file can't be read any more, they are those that were.
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
