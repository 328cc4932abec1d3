import LootCore

/// A small store with one flaw.
actor FlawedStore: ItemStore, HistoryStore, SnapshotStore, FileKeepingStore {
    private let flaw: Flaw
    private var list: ItemList
    private var past = History()
    /// The history without a limit.
    private var everything = History()
    private var revision = Revision.initial
    private var isClosed = false
    private let hub = EventHub()
    private let flawedFiles: FlawedFiles
    private var answers: [Query: [Item]] = [:]
    private var held: [Commit] = []
    private let disk: FlawedDisk
    private let medium: String

    init(_ flaw: Flaw, on disk: FlawedDisk = FlawedDisk(), medium: String = "") {
        self.flaw = flaw
        self.disk = disk
        self.medium = medium
        flawedFiles = FlawedFiles(flaw)
        let hasItems = flaw == .isNeverEmpty || flaw == .writesInSecret || flaw == .findsOtherItems
        let kept = disk.items(medium, withPending: flaw != .skipsRecovery)
        list = ItemList(hasItems ? [Item(name: "Welcome"), Item(name: "Bear")] : kept)
    }

    nonisolated var capabilities: StoreCapabilities {
        flaw == .declaresTooMuch ? [.writable, .history, .durable] : flaw.capabilities
    }

    nonisolated var keeper: (any FileKeeper)? { capabilities.contains(.files) ? flawedFiles : nil }

    func outline(of query: Query) throws(LootError) -> Outline {
        try mustBeOpen()
        if flaw == .readingCounts { revision = revision.next }
        return ItemList(answer(to: query)).outline(of: bent(query), at: revision)
    }

    func page(of query: Query, rows: Range<Int>) throws(LootError) -> Page {
        try mustBeOpen()
        let answer = answer(to: query)
        if flaw == .refusesPagesBeyondTheEnd, rows.lowerBound > answer.count {
            throw LootError(.positionOutOfRange, "Can't read the rows.", reason: "There is no such row.")
        }
        return ItemList(answer).page(of: .all, rows: rows, at: revision)
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        let outline = try outline(of: query)
        if flaw == .mixesStates {
            // Wait long enough for another task to write.
            for _ in 0..<10_000 where revision == outline.revision { await Task.yield() }
        }
        var page = try page(of: query, rows: rows)
        page.revision = outline.revision
        return Answer(outline: outline, page: page)
    }

    func item(_ id: ItemID) throws(LootError) -> Item? {
        try mustBeOpen()
        let item = list.items.first {
            flaw == .confusesSimilarIds
                ? $0.id.description.prefix(8) == id.description.prefix(8) : $0.id == id
        }
        return (flaw == .findsOtherItems ? list.items.first : item).map(bent)
    }

    func position(of id: ItemID, in query: Query) throws(LootError) -> Int? {
        try mustBeOpen()
        let position = answer(to: query).firstIndex { $0.id == id }
        return flaw == .countsPositionsFromOne && query != .all ? position.map { $0 + 1 } : position
    }

    func settings() async throws(LootError) -> ListSettings {
        try mustBeOpen()
        return flaw == .losesSettings ? ListSettings() : list.settings
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try mustBeOpen()
        let before = revision
        do { try check(transaction.conditions) } catch {
            guard flaw == .swallowsConflicts else { throw error }
            return Commit(transaction, revision: revision, changes: [])
        }
        var changed = list
        let isSlow: [Flaw] = [.looksTooEarly, .forgetsToWait, .checksTooEarly, .collides]
        // Wait long enough for the other writers, even if many tests run.
        if isSlow.contains(flaw) { try? await Task.sleep(for: .milliseconds(20)) }
        if flaw == .checksTooEarly { changed = list }
        if flaw == .collides, revision != before { throw .stale(before, current: revision) }
        do {
            let applied = try make(transaction, in: &changed)
            return note(applied, of: transaction, changed)
        } catch {
            if flaw == .stopsHalfway || flaw == .changesSettingsAlone { list = changed }
            if flaw == .remembersRefusals {
                past.record(Commit(revision: revision, title: "Refused", changes: []))
            }
            if flaw == .tellsOfRefusals { hub.send(.failed(error), at: revision) }
            throw error
        }
    }

    func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        switch flaw {
        case .holdsOneStateOnly, .readsClosedSnapshots, .forgetsSettingsInSnapshots:
            FlawedSnapshot(at: revision) { [list] in await self.heldList(list) }
        default: try await PagedSnapshot(of: self)
        }
    }

    /// Returns the list that a snapshot reads.
    private func heldList(_ list: ItemList) -> ItemList { flaw == .holdsOneStateOnly ? self.list : list }

    private func check(_ conditions: [Condition]) throws(LootError) {
        for condition in conditions {
            if flaw == .refusesConditions { throw .stale(revision, current: revision) }
            let isOfList = condition.item == nil
            if flaw == .ignoresRevisions && isOfList || flaw == .dropsConditions && !isOfList { continue }
            if case .setting = condition, flaw == .dropsSettingConditions { continue }
            try condition.check(at: revision, settings: { list.settings }) { id in
                list.items.first { $0.id == id }
            }
        }
    }

    func readHistory(limit: Int) throws(LootError) -> History {
        try mustBeOpen()
        let newest = past.newest(limit)
        switch flaw {
        case .remembersBackwards:
            return newest.with(undoable: newest.undoable.reversed(), redoable: newest.redoable)
        case .remembersTheOldest:
            return past.with(undoable: Array(past.undoable.prefix(limit)), redoable: past.redoable)
        case .hidesWhatWasUndone:
            return History(newest.commits.filter { $0.purpose == .edit })
        default: return newest
        }
    }

    func readCommit(_ revision: Revision) throws(LootError) -> Commit? {
        if flaw == .readsDroppedChanges { return everything.commit(revision) }
        return try readHistory(limit: .max).commit(revision)
    }

    func readTitles(limit: Int) throws(LootError) -> History {
        let titles = try readHistory(limit: limit).titles
        return flaw == .mixesUpTitles ? History(titles.commits.reversed()) : titles
    }

    nonisolated func events() -> AsyncStream<StoreEvent> {
        if flaw == .tellsNobody { return AsyncStream { _ in } }
        if flaw == .followsItself {
            // A decorator's task can retain its store like this while events arrive.
            Task { [events = hub.events()] in for await _ in events { await self.follow() } }
        }
        return hub.events()
    }

    func close() throws(LootError) {
        if isClosed, flaw == .closesOnce { throw .storeClosed }
        isClosed = true
        if flaw == .writesOnlyInClose || flaw == .skipsRecovery { disk.write(list.items, to: medium) }
        flawedFiles.close()
        if flaw == .tellsBackwards {
            for commit in held.reversed() { hub.send(.committed(commit), at: revision) }
        }
        if flaw != .keepsStreamsOpen { hub.finish() }
    }

    private func follow() { answers.removeAll() }

    private func mustBeOpen() throws(LootError) {
        if isClosed, flaw != .answersForever { throw .storeClosed }
    }
}

extension FlawedStore {
    /// Records the applied changes, or fails to.
    private func note(_ applied: [AppliedChange], of transaction: ItemTransaction, _ changed: ItemList)
        -> Commit
    {
        var applied = applied
        if flaw == .reportsLess { applied = Array(applied.prefix(1)) }
        if flaw == .invertsMovesWrongly {
            applied = applied.map { change in
                if case .move(let id, _) = change.change {
                    AppliedChange(change.change, inverse: .move(id, to: 0))
                } else {
                    change
                }
            }
        }
        let isMove = applied.contains { if case .move = $0.change { true } else { false } }
        let standsStill = flaw == .standsStill || flaw == .standsStillOnMoves && isMove
        let commit = Commit(
            revision: standsStill ? revision : revision.next,
            title: flaw == .forgetsTitles ? "Edit" : transaction.title,
            author: flaw == .dropsAuthor ? nil : transaction.author,
            purpose: flaw == .dropsPurpose ? .edit : transaction.purpose, changes: applied)
        if flaw == .skipsRecovery || flaw == .prefersItsJournal { disk.append(changed.items, to: medium) }
        if flaw == .forgetsTheOrder {
            disk.write(changed.items.sorted { $0.id.description < $1.id.description }, to: medium)
        }
        let isUndone = flaw != .undoesNothing && flaw != .undoesNoSettings
        if isUndone || transaction.purpose == .edit { list = changed }
        revision = commit.revision
        let redoable = past.redoable
        everything.record(commit)
        if flaw == .recordsBookkeeping, commit.purpose == .bookkeeping {
            past = past.with(undoable: past.undoable, redoable: [])
        }
        past.record(commit, limit: flaw == .ignoresTheHistoryLimit ? nil : list.settings.historyLimit)
        if flaw == .restoresDroppedChanges {
            past = History()
            for commit in everything.commits { past.record(commit, limit: list.settings.historyLimit) }
        }
        if flaw == .forgetsWhatWasRedone, case .redo = commit.purpose {
            past = past.with(undoable: past.undoable.dropLast(), redoable: past.redoable)
        }
        if flaw == .keepsWhatWasUndone, commit.purpose == .edit {
            past = past.with(undoable: past.undoable, redoable: redoable)
        }
        let isHidden =
            flaw == .hidesUndos && commit.purpose != .edit || flaw == .tellsOfNoMoves && isMove
        if flaw == .tellsBackwards {
            held.append(commit)
        } else if !isHidden {
            hub.send(.committed(commit), at: revision)
        }
        if flaw == .tellsOnlyOne { hub.finish() }
        return commit
    }

    private func make(_ transaction: ItemTransaction, in list: inout ItemList) throws(LootError)
        -> [AppliedChange]
    {
        var applied: [AppliedChange] = []
        for change in flaw == .reversesTransactions ? transaction.changes.reversed() : transaction.changes {
            guard var change = bent(change, in: list) else { continue }
            if flaw == .undoesAtTheEnd, case .undo = transaction.purpose, case .insert(let item, _) = change {
                change = .insert(item)
            }
            if flaw == .asksForNames, case .insert(let item, _) = change, let problem = item.problems.first {
                throw problem
            }
            do { applied += try list.apply([change]) } catch {
                guard flaw == .letsAnythingIn || flaw == .updatesToAnything, error.code == .invalidValue
                else {
                    throw error
                }
            }
        }
        if flaw == .losesTheThousandth, list.items.count >= 1000 { list = ItemList(list.items.dropLast()) }
        return applied
    }

    /// Returns the change to make instead, or `nil` to make none.
    private func bent(_ change: Change, in list: ItemList) -> Change? {
        let ids = Set(list.items.map(\.id))
        switch (flaw, change) {
        case (.putsAtTheEnd, .insert(let item, _)): return .insert(item)
        case (.insertsOneTooFar, .insert(let item, .position(let position))) where position < ids.count:
            return .insert(item, at: .position(position + 1))
        case (.forgetsNeighbors, .insert(let item, .before)), (.forgetsNeighbors, .insert(let item, .after)):
            return .insert(item)
        case (.replacesDuplicates, .insert(let item, _)) where ids.contains(item.id): return nil
        case (.clampsPositions, .insert(let item, .position(let position))):
            return .insert(item, at: .position(min(max(0, position), ids.count)))
        case (.movesBeforeTheTarget, .move(let id, .position(let target))) where target > 0:
            return .move(id, to: .position(target - 1))
        case (.movesToTheEnd, .move(let id, .position(let target)))
        where list.items[max(0, target)].id == id:
            return .move(id, to: .last)
        case (.updatesEverything, .update(let id, let patch)):
            return .update(
                id, Patch(patch.edits + [Patch.Edit("isFavorite", .flag(false)), .init("notes", nil)]))
        case (.keepsValuesForever, .update(let id, let patch)):
            return .update(id, Patch(patch.edits.filter { $0.value != nil }))
        case (.ignoresUnknownFields, .update(let id, let patch)):
            return .update(
                id, Patch(patch.edits.filter { (try? Field.named($0.field.rawValue)) == $0.field }))
        case (.keepsSettingsForever, .set(_, nil)): return nil
        case (.ignoresUnknownItems, _):
            if case .insert = change { return change }
            return change.item.map { ids.contains($0) } == false ? nil : change
        default: return change
        }
    }

    /// Returns the result of a query with the flaw applied.
    private func answer(to query: Query) -> [Item] {
        if flaw == .cachesAnswers, query != .all, let answer = answers[query] { return answer }
        var answer = ItemList(list.items.map(bent)).answer(to: bent(query))
        if flaw == .sortsUnstably, !query.sort.isEmpty {
            answer = ItemList(list.items.reversed()).answer(to: query)
        }
        if flaw == .searchesByBytes, let search = query.search {
            answer = answer.filter { item in
                search.words.allSatisfy { item.name.utf8.contains($0.utf8.first ?? 0) }
            }
        }
        if flaw == .searchesByCase, let search = query.search {
            answer = answer.filter { item in
                let fields = Field.all.map(\.key) + item.custom.keys.map { .custom($0) }
                let texts = fields.compactMap { item.value(for: $0)?.description }
                return search.words.allSatisfy { word in texts.contains { $0.contains(word) } }
            }
        }
        if flaw == .putsEmptyFirst, let key = query.sort.first {
            answer =
                answer.filter { $0.value(for: key.field) == nil }
                + answer.filter { $0.value(for: key.field) != nil }
        }
        if flaw == .cachesAnswers { answers[query] = answer }
        return answer
    }

    private func bent(_ query: Query) -> Query {
        var query = query
        switch flaw {
        case .filtersNothing: query.filter = nil
        case .forgetsFavorites: query.favoritesOnly = false
        case .sectionsUpwards:
            query.sectioning = query.sectioning.map { $0.direction == .ascending ? $0 : Upwards(of: $0) }
        default: break
        }
        return query
    }

    /// Returns an item with the flaw applied.
    private func bent(_ item: Item) -> Item {
        var item = item
        switch flaw {
        case .composesText: item.name = String(item.name.map { $0 == "é" ? "\u{E9}" : $0 })
        case .dropsEmptyText: if item.location == "" { item.location = nil }
        case .countsInDoubles: item.valueInDollars = Int(exactly: Double(item.valueInDollars)) ?? Int.max
        case .roundsAmounts: item.valueInDollars = item.value?.whole ?? 0
        case .knowsNoOldDates:
            item.dateCreated = max(item.dateCreated, Moment(startOf: Day(daysSinceEpoch: 0) ?? .first))
        case .guessesTypes: item.custom = item.custom.mapValues { $0 == .text("1") ? .integer(1) : $0 }
        case .dropsForeignFields: item.foreign = []
        case .dropsTags: item.tags = []
        case .sortsTags: item.tags.sort()
        case .keepsOneCustomField:
            let name = item.custom.keys.min()
            item.custom = item.custom.filter { $0.key == name }
        case .truncatesText: item.name = String(item.name.prefix(100))
        case .shiftsDays:
            item.purchaseDate = item.purchaseDate.flatMap { Day(daysSinceEpoch: Int($0.daysSinceEpoch) - 1) }
        case .dropsSeconds:
            let seconds = item.dateCreated.secondsSinceEpoch
            item.dateCreated = Moment(secondsSinceEpoch: seconds - seconds % 60) ?? item.dateCreated
        default: break
        }
        return item
    }
}

extension History {
    /// Returns the history with other commits that can be undone and redone.
    fileprivate func with(undoable: [Commit], redoable: [Commit]) -> History {
        History(commits, undoable: undoable.map(\.revision), redoable: redoable.map(\.revision))
    }
}
