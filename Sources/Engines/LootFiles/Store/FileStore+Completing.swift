import LootCollection
package import LootCore
import Synchronization

extension FileStore {
    /// Has the file hold everything a moment after the last change.
    func settle() {
        settling.withLock { task in
            if task != nil { return }
            task = Task.detached { [weak self] in
                let start = ContinuousClock.now
                var known: Revision?
                while let store = self, !Task.isCancelled {
                    let revision = store.live.revision
                    // A small file is not kept waiting by a stream of changes that never stops.
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
        // What fails now is tried again after the next change, and at the end.
        if isPending { try? await fold() }
    }

    /// Puts what only the journal has into the file.
    func fold() async throws(LootError) {
        try await exclusive { disk throws(LootError) in
            if !disk.pending.isEmpty { try disk.fold(try self.live.snapshot().items) }
        }
    }

    /// Waits for what is being written, and puts what only the journal has into the file, unless the file is so large
    /// that a single command is not to wait for that. Photos that nothing can bring back are taken away by programs
    /// that run long.
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
            // A command that only reads completes nothing.
            let isWriter = $0.hasWritten || wasWatched
            let isPending = isWriter && (!$0.pending.isEmpty || $0.outside?.kept.isEmpty == false)
            return (isPending && $0.problem == nil, $0.failure, $0.status?.size ?? 0)
        }
        if isPending, let failure { throw failure.whileCompleting(path) }
        if isPending, wasWatched || size <= FileStoreOptions.greatestFoldAtEnd {
            do throws(LootError) {
                // A file that another program is writing at the same time is merged first.
                for _ in 0..<5 where disk.withLock({ !$0.pending.isEmpty || $0.outside != nil }) {
                    try await fold()
                }
            } catch { throw error.whileCompleting(path) }
        }
        // What can't be taken away now goes the next time.
        if wasWatched, capabilities.contains(.writable) { _ = try? await sweepFiles() }
    }
}

extension LootError {
    /// The changes are on the medium, and the file could not be given them.
    fileprivate func whileCompleting(_ path: String) -> LootError {
        var copy = self
        copy.what = "can't put the last changes into \(path)"
        copy.why = "\(why). They were made, and are kept in \(StoreFolder(of: path).path)"
        copy.next = "Complete the file"
        copy.remedy = .compact
        return copy
    }
}
