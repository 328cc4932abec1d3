import LootCore
import Platform
import Synchronization

/// The running processes of a store under test.
///
/// After a law, the process is used for the stores of the next laws, because starting it takes longer than most laws.
/// A store that is opened again gets a new process, and the previous one is killed with SIGKILL.
final class TrialProcesses: Sendable {
    /// The processes without an open store, by the medium of their last store.
    private let idle = Mutex<[String: Session]>([:])

    /// Returns a process for a medium: an idle one, or a new one from `start`.
    func session(for medium: String, start: () -> Session) async -> Session {
        let previous = idle.withLock { $0.removeValue(forKey: medium) }
        if let previous { await Threads.waiting { previous.kill() } }
        return idle.withLock { $0.popFirst()?.value } ?? start()
    }

    func keep(_ session: Session, for medium: String) { idle.withLock { $0[medium] = session } }

    /// Kills the idle processes.
    func killAll() async {
        let sessions = idle.withLock { idle in
            defer { idle = [:] }
            return idle.values
        }
        await Threads.waiting { for session in sessions { session.kill() } }
    }
}

/// A store whose process keeps running when the store is closed. The next store reuses it.
final class TrialStore: StoreWrapper {
    private let store: BridgedStore
    private let medium: String
    private let session: Session
    private let processes: TrialProcesses
    private let isClosed = Mutex(false)
    var wrapped: any ItemStore { store }

    init(_ store: BridgedStore, _ medium: String, _ session: Session, _ processes: TrialProcesses) {
        (self.store, self.medium, self.session, self.processes) = (store, medium, session, processes)
    }

    func close() async throws(LootError) {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        await Threads.waiting { [store] in store.leave() }
        processes.keep(session, for: medium)
    }
}
