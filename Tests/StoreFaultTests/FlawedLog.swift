import LootCore
import LootFiles
import LootFilesTesting
import LootFormats
import LootTesting
import Synchronization
import Testing

/// A store in a file with one commit per line, and with one flaw.
private final class FlawedLog: ItemStore {
    enum Flaw: Int, CaseIterable, Sendable {
        case syncsNothing, forgetsTheName, keepsHalfLines, commitsBeforeWriting, sendsBeforeWriting
        case ignoresErrors, leavesGarbage

        /// The index of the law that must find the flaw.
        var law: Int {
            switch self {
            case .syncsNothing, .forgetsTheName, .keepsHalfLines: 0
            case .sendsBeforeWriting: 1
            case .ignoresErrors: 2
            case .commitsBeforeWriting: 3
            case .leavesGarbage: 4
            }
        }
    }

    private struct State {
        var list = ItemList()
        var revision = Revision.initial
        var end = 0
    }

    let capabilities: StoreCapabilities = [.writable, .durable]
    private let flaw: Flaw?
    private let files: any FileSystem
    private let file: FileDescriptor
    private let state: Mutex<State>
    private let hub = EventHub()

    init(_ flaw: Flaw?, on files: any FileSystem) throws(LootError) {
        (self.flaw, self.files) = (flaw, files)
        do {
            let file = try files.open("items.log", [.write, .create])
            if flaw != .forgetsTheName { try files.syncName(of: "items.log") }
            let content = try files.read(file, at: 0, count: try files.status(of: file).size)
            var state = State()
            for line in content.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
                let commit: Commit
                do { commit = try Commit(json: Array(line)) } catch {
                    if flaw == .keepsHalfLines { throw error }
                    break
                }
                _ = try state.list.apply(commit.changes.map(\.change))
                state.revision = commit.revision
                state.end += line.count + 1
            }
            self.file = file
            self.state = Mutex(state)
        } catch let error as LootError { throw error } catch let error as SystemError {
            throw error.lootError("Can't open the store.")
        } catch { throw LootError(.inputOutput, "Can't open the store.", underlying: "\(error)") }
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try state.withLock { state throws(LootError) in
            var list = state.list
            let commit = try list.commit(transaction, at: state.revision)
            if flaw == .commitsBeforeWriting { (state.list, state.revision) = (list, commit.revision) }
            if flaw == .sendsBeforeWriting { hub.send(.committed(commit), at: commit.revision) }
            let line = commit.json + [0x0A]
            do throws(SystemError) {
                if flaw == .leavesGarbage { state.end = try files.status(of: file).size }
                try files.truncate(file, to: state.end)
                try files.write(line.span.bytes, to: file, at: state.end)
                if flaw != .syncsNothing { try files.sync(file) }
            } catch {
                if flaw != .ignoresErrors { throw error.lootError("Can't save the change.") }
            }
            state.end += line.count
            (state.list, state.revision) = (list, commit.revision)
            if flaw != .sendsBeforeWriting { hub.send(.committed(commit), at: commit.revision) }
            return commit
        }
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        state.withLock { $0.list.outline(of: query, at: $0.revision) }
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        state.withLock { $0.list.page(of: query, rows: rows, at: $0.revision) }
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        state.withLock { state in state.list.items.first { $0.id == id } }
    }

    func events() -> AsyncStream<StoreEvent> { hub.events() }

    func close() async throws(LootError) {
        hub.finish()
        files.close(file)
    }
}

@Suite struct `The laws of durability` {
    @Test func `the laws hold for a log that syncs each commit before showing it`() async {
        let log = DurabilityConformance("log") { try FlawedLog(nil, on: $0) }
        for law in DurabilityConformance.cases {
            #expect(await log.result(of: law) == .passed, "\(law.name)")
        }
    }

    @Test(arguments: FlawedLog.Flaw.allCases)
    fileprivate func `the laws find each flaw of a log`(flaw: FlawedLog.Flaw) async {
        let law = DurabilityConformance.cases[flaw.law]
        let log = DurabilityConformance("log") { try FlawedLog(flaw, on: $0) }
        #expect(await log.result(of: law).failure != nil, "\(law.name)")
    }

    @Test func `each law finds a flaw`() {
        #expect(Set(FlawedLog.Flaw.allCases.map(\.law)) == Set(DurabilityConformance.cases.indices))
    }
}
