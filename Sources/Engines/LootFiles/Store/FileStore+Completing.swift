import LootCollection
package import LootCore
import Synchronization

extension FileStore {
    /// Schedules writing all pending commits into the file, shortly after the last change.
    func settle() {
        settling.withLock { task in
            if task != nil { return }
            task = Task.detached { [weak self] in
                let start = ContinuousClock.now
                var known: Revision?
                while let store = self, !Task.isCancelled {
                    let revision = store.live.revision
                    // A continuous stream of changes must not delay the write forever.
                    let isDue = revision == known || ContinuousClock.now - start > store.options.settling * 10
                    if isDue { return await store.completeFile() }
                    known = revision
                    let pause = store.options.settling
                    _ = consume store
                    try? await Task.sleep(for: pause)
                }
            }
        }
    }

    private func completeFile() async {
        settling.withLock { $0 = nil }
        let isPending = disk.withLock { !$0.pending.isEmpty }
        // If this fails, the next change or closing the store tries again.
        if isPending { try? await fold() }
    }

    /// Writes the pending commits into the file. Before, they are only in the journal.
    func fold() async throws(LootError) {
        try await exclusive { disk throws(LootError) in
            if !disk.pending.isEmpty { try disk.fold(try self.live.snapshot().items) }
        }
    }

    /// Waits for running writes and writes the pending commits into the file, unless the file is so large that a
    /// single command shouldn't wait for it. A process that watches the file also removes photos that are no longer
    /// needed.
    package func close() async throws(LootError) {
        let wasWatched = watching.withLock { task in
            defer { task?.cancel() }
            return task != nil
        }
        settling.withLock { $0?.cancel() }
        defer {
            live.close()
            lock.close()
            isCurrent.store(false, ordering: .relaxed)
        }
        guard !options.isReadOnly, (try? live.snapshot()) != nil else { return }
        let (isPending, failure, size) = disk.withLock {
            // A command that only reads doesn't write pending commits.
            let isWriter = $0.hasWritten || wasWatched
            let isPending = isWriter && (!$0.pending.isEmpty || $0.outside?.kept.isEmpty == false)
            return (isPending && $0.problem == nil, $0.failure, $0.status?.size ?? 0)
        }
        if isPending, let failure { throw failure.whileCompleting(path) }
        if isPending, wasWatched || size <= FileStoreOptions.maximumFoldSizeAtEnd {
            do throws(LootError) {
                // If another program writes the file at the same time, its changes are merged first.
                for _ in 0..<5 where disk.withLock({ !$0.pending.isEmpty || $0.outside != nil }) {
                    try await fold()
                }
            } catch { throw error.whileCompleting(path) }
        }
        // If this fails, the next sweep removes the files.
        if wasWatched, capabilities.contains(.writable) { _ = try? await sweepFiles() }
    }
}

extension LootError {
    /// Returns the error for commits that are durable in the journal but couldn't be written into the file.
    fileprivate func whileCompleting(_ path: String) -> LootError {
        var copy = during("Can't write the last changes to \(path).")
            .followed(by: "The changes were made, and are stored in \(StoreFolder(of: path).path).")
        copy.advice = "Write the pending changes to the file."
        copy.remedy = .compact
        return copy
    }
}
