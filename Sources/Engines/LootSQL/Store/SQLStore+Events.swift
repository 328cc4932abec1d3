package import LootCore
import Synchronization

extension SQLStore {
    package func events() -> AsyncStream<StoreEvent> {
        let events = hub.events()
        if !isClosed.load(ordering: .acquiring), !isWatched.exchange(true, ordering: .acquiringAndReleasing) {
            database.connections.watch(self)
        }
        return events
    }

    /// Sends a commit made by this store to the observers, after earlier commits by other writers.
    func tell(_ commit: Commit, on session: any SQLSession) {
        newest.withLock { $0 = max($0, commit.revision) }
        told.withLock { told in
            if commit.revision <= told { return }
            if told.next == commit.revision {
                hub.send(.committed(commit), at: commit.revision)
            } else {
                send(on: session, after: told, upTo: commit.revision)
            }
            told = commit.revision
        }
    }

    /// Whether the store must read changes after the database has announced them for some lists.
    func needsNews(of lists: Set<String>?) -> Bool {
        guard let lists, let name = listName.withLock(\.self), !hasMissedNews.load(ordering: .relaxed) else {
            return true
        }
        return lists.contains(name)
    }

    /// Reads the changes by other clients and sends them to the observers.
    func receiveNews() async {
        do throws(LootError) {
            try await readers.perform(for: database.list, repeating: true) {
                [weak self] session throws(LootError) in
                guard let self else { return }
                if self.listName.withLock({ $0 == nil }) {
                    let name = try session.listName()
                    self.listName.withLock { $0 = name }
                }
                try self.tellNews(on: session)
            }
            hasMissedNews.store(false, ordering: .relaxed)
            // Without new commits, only this event shows observers that the failure is over.
            if hasFailed.exchange(false, ordering: .relaxed) {
                told.withLock { hub.send(.reloaded($0), at: $0) }
            }
        } catch {
            missNews(error)
        }
    }

    /// Records that changes by other clients may have been missed. Observers receive only the first error of a failure.
    func missNews(_ error: LootError) {
        hasMissedNews.store(true, ordering: .relaxed)
        // The database still works, and the changes are read again soon.
        if error.code == .transactionMet || readers.isExhaustion(error) { return }
        if hasFailed.exchange(true, ordering: .relaxed) { return }
        told.withLock { hub.send(.failed(error), at: $0) }
    }

    /// Sends all changes that observers haven't received yet.
    private func tellNews(on session: any SQLSession) throws(LootError) {
        let known = told.withLock { $0 }
        let newest = try session.revision()
        told.withLock { told in
            if newest < known {
                // After a failover, a replica may lack revisions that observers have received.
                hub.send(.reloaded(newest), at: newest)
                told = newest
                self.newest.withLock { $0 = newest }
            }
            if newest <= told { return }
            // Observers of these changes read states that contain them.
            self.newest.withLock { $0 = max($0, newest) }
            send(on: session, after: told, upTo: newest)
            told = newest
        }
    }

    private func send(on session: any SQLSession, after old: Revision, upTo new: Revision) {
        let commits = try? CommitLog(session: session).commits(after: old, upTo: new)
        guard let commits = commits ?? nil else { return hub.send(.reloaded(new), at: new) }
        for commit in commits { hub.send(.committed(commit), at: commit.revision) }
    }
}
