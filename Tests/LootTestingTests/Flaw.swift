import LootCore

/// Flaws of a store, each with the law that must detect it.
enum Flaw: String, CaseIterable, Sendable {
    case declaresTooMuch = "the store has the capabilities that it declares"
    case isNeverEmpty = "a new store is empty"
    case findsOtherItems = "all ways of reading return the same items"
    case readingCounts = "reading changes nothing"
    case refusesPagesBeyondTheEnd = "a page can start and end anywhere"
    case putsAtTheEnd = "an item is inserted at its position or at the end"
    case movesBeforeTheTarget = "a move removes the item before it inserts it"
    case movesToTheEnd = "a move to the same position changes no item"
    case updatesEverything = "an update changes only its fields"
    case keepsValuesForever = "a value can be cleared"
    case reversesTransactions = "each change of a transaction sees the results of earlier ones"
    case invertsMovesWrongly = "the inverse changes of a commit, in reverse order, revert it"
    case forgetsTitles = "a commit contains the applied changes"
    case standsStill = "every commit increases the revision, which reading returns"
    case losesTheThousandth = "a transaction can contain a thousand items"
    case letsAnythingIn = "an invalid item is rejected"
    case updatesToAnything = "an update that makes an item invalid is rejected"
    case ignoresUnknownFields = "an update of an unknown field is rejected"
    case ignoresUnknownItems = "an unknown ID is rejected"
    case replacesDuplicates = "an existing ID is rejected"
    case clampsPositions = "a position outside the list is rejected"
    case stopsHalfway = "a transaction is applied completely or not at all"
    case ignoresRevisions = "a change that expects an older revision is rejected"
    case forgetsNeighbors = "an item is moved before or after another one"
    case refusesConditions = "a change with true conditions is applied"
    case dropsConditions =
        "a change with a false condition is rejected completely, with the condition"
    case collides = "concurrent changes of different items are all accepted"
    case dropsPurpose = "a commit has its purpose and author"
    case dropsAuthor = "drops the author"
    case writesOnlyInClose = "acknowledged changes survive a process that doesn't close the store"
    case skipsRecovery = "skips recovery when it is opened"
    case prefersItsJournal = "a change of the file by another program is applied, as one commit"
    case checksTooEarly = "one of several changes that expect the same item is accepted"
    case composesText = "text is returned byte for byte"
    case dropsEmptyText = "empty text differs from no text"
    case asksForNames = "an item with correctable entries is kept, changed and moved like others"
    case countsInDoubles = "numbers are returned exactly"
    case roundsAmounts = "amounts are returned exactly, and an unknown amount isn't 0"
    case knowsNoOldDates = "times are exact to the second, and days to the day"
    case guessesTypes = "custom fields keep type and value"
    case dropsForeignFields = "unknown fields are kept when other fields change"
    case dropsTags = "random items are returned as they were inserted"
    case sortsUnstably = "sorting by each field matches the definition and is stable"
    case searchesByBytes = "a search ignores case and accents"
    case filtersNothing = "filters match the definition"
    case sectionsUpwards = "sections match the definition"
    case forgetsFavorites = "random queries match the definition"
    case countsPositionsFromOne = "the position of an item matches the answer"
    case cachesAnswers = "answers are correct after each change"
    case remembersBackwards = "the history contains all commits, the newest last"
    case mixesUpTitles = "history titles match the history"
    case hidesWhatWasUndone = "the history contains undos, redos and undone commits"
    case ignoresTheHistoryLimit = "the setting historyLimit drops older changes"
    case readsDroppedChanges = "a dropped change can't be read anymore"
    case restoresDroppedChanges = "a dropped change stays dropped if the limit is raised"
    case undoesNothing = "undo restores the items, and redo changes them again"
    case forgetsWhatWasRedone = "repeated undos and redos pass through the same states"
    case keepsWhatWasUndone = "a new change after an undo removes the redo"
    case remembersRefusals = "rejected changes aren't in the history"
    case tellsOnlyOne = "every observer receives every commit, in order"
    case tellsNobody = "observers receive commits before the store is closed"
    case tellsOfRefusals = "rejected changes aren't published"
    case keepsStreamsOpen = "the event stream ends when the store is closed"
    case followsItself = "the event stream ends when the store is released"
    case isNotShared = "two stores on one medium see each other's changes"
    case stepsWithoutRows = "an answer and its steps result in the answer of the later state"
    case losesSteps = "a live answer is correct during concurrent changes"
    case followsOneWay = "a live answer includes changes by another store"
    case followsForever = "a live answer ends when the store is closed"
    case forgetsToWait = "concurrent changes are all kept"
    case mixesStates = "rows and outline of an answer belong to one state, during writes"
    case looksTooEarly = "one of several changes that expect the same revision is accepted"
    case tellsBackwards = "observers receive commits in order of revision, from all tasks"
    case movesOnUnderSnapshots = "a snapshot doesn't change, or reports a conflict"
    case holdsOneStateOnly = "snapshots of several states exist at the same time"
    case readsClosedSnapshots = "a closed snapshot rejects calls, and others work"
    case closesOnce = "closing twice has no effect"
    case answersForever = "a closed store rejects calls"
    case forgetsAtNight = "acknowledged changes are kept when the store is reopened"
    case forgetsHistoryAtNight = "the history is kept when the store is reopened"
    case writesInSecret = "a store that isn't writable rejects changes"
    case rewritesFiles = "a file is returned byte for byte"
    case forgetsThumbnails = "a file is stored once, with its thumbnail"
    case inventsFiles = "an unknown file doesn't exist"
    case sweepsWhatIsNew = "a file is removed when no undo can restore it"
    case sweepsAtTheSecondLook = "an unused file is kept for a while"
    case forgetsFilesAtNight = "files are kept when the store is reopened"
    case hidesFiles = "two stores on one medium see each other's files"
    case losesFilesInTheCrowd = "files that are added concurrently are all kept"
    case takesFilesInSecret = "a store that isn't writable rejects files"
    case losesSettings = "settings are returned as they were set, including unknown ones"
    case keepsSettingsForever = "a setting is set, replaced and unset by commits"
    case changesSettingsAlone = "items and settings change together or not at all"
    case undoesNoSettings = "changes of settings are undone and redone"
    case recordsBookkeeping = "bookkeeping isn't in the history and keeps undo and redo"
    case dropsSettingConditions = "a condition on a setting holds only as long as its value"
    case forgetsSettingsAtNight = "settings are kept when the store is reopened"
    case hidesSettings = "a second store sees settings and their commits"
    case forgetsSettingsInSnapshots = "a snapshot keeps its settings"
    case hidesUndos = "undos and redos are published like other commits"
    case reportsLess = "reports less"
    case standsStillOnMoves = "keeps the revision when an item is moved"
    case tellsOfNoMoves = "sends no event when an item is moved"
    case insertsOneTooFar = "inserts one position too far"
    case swallowsConflicts = "reports success for a transaction with a condition that doesn't hold"
    case undoesAtTheEnd = "restores removed items at the end"
    case remembersTheOldest = "returns the oldest commits instead of the newest"
    case forgetsTheOrder = "sorts the items in the file"
    case searchesByCase = "searches case-sensitively"
    case putsEmptyFirst = "sorts items without a value first"
    case keepsOneCustomField = "loses custom fields"
    case truncatesText = "truncates long text"
    case shiftsDays = "shifts days by a time zone"
    case dropsSeconds = "rounds moments to minutes"
    case sortsTags = "sorts the tags of items"
    case confusesSimilarIds = "items with similar IDs are different items"
    case confusesSimilarFiles = "files with similar digests are different files"
    case showsFilesForever = "a closed store rejects access to files"

    /// The law that must find the flaw. A second flaw for the same law has a separate name.
    var law: String {
        switch self {
        case .dropsAuthor: Flaw.dropsPurpose.rawValue
        case .reportsLess: Flaw.reversesTransactions.rawValue
        case .skipsRecovery, .forgetsTheOrder: Flaw.writesOnlyInClose.rawValue
        case .standsStillOnMoves: Flaw.standsStill.rawValue
        case .tellsOfNoMoves: Flaw.tellsOnlyOne.rawValue
        case .insertsOneTooFar: Flaw.putsAtTheEnd.rawValue
        case .swallowsConflicts: Flaw.ignoresRevisions.rawValue
        case .undoesAtTheEnd: Flaw.undoesNothing.rawValue
        case .remembersTheOldest: Flaw.remembersBackwards.rawValue
        case .searchesByCase: Flaw.searchesByBytes.rawValue
        case .putsEmptyFirst: Flaw.sortsUnstably.rawValue
        case .keepsOneCustomField: Flaw.guessesTypes.rawValue
        case .truncatesText: Flaw.composesText.rawValue
        case .shiftsDays, .dropsSeconds: Flaw.knowsNoOldDates.rawValue
        case .sortsTags: Flaw.dropsTags.rawValue
        default: rawValue
        }
    }

    /// The capabilities that the store declares.
    var capabilities: StoreCapabilities {
        switch self {
        case .forgetsAtNight, .forgetsHistoryAtNight, .writesOnlyInClose, .skipsRecovery,
            .prefersItsJournal, .forgetsTheOrder:
            [.writable, .history, .durable]
        case .isNotShared, .followsOneWay: [.writable, .history, .shared]
        case .writesInSecret: []
        case .forgetsFilesAtNight: [.writable, .history, .durable, .files]
        case .hidesFiles: [.writable, .history, .shared, .files]
        case .takesFilesInSecret: .files
        case .movesOnUnderSnapshots, .holdsOneStateOnly, .readsClosedSnapshots:
            [.writable, .history, .snapshots]
        case .rewritesFiles, .forgetsThumbnails, .inventsFiles, .sweepsWhatIsNew, .sweepsAtTheSecondLook,
            .losesFilesInTheCrowd, .confusesSimilarFiles, .showsFilesForever:
            [.writable, .history, .files]
        case .recordsBookkeeping, .losesSettings, .keepsSettingsForever, .changesSettingsAlone,
            .undoesNoSettings,
            .dropsSettingConditions, .ignoresTheHistoryLimit, .readsDroppedChanges, .restoresDroppedChanges:
            [.writable, .history, .settings]
        case .forgetsSettingsAtNight: [.writable, .durable, .settings]
        case .hidesSettings: [.writable, .durable, .shared, .settings]
        case .forgetsSettingsInSnapshots: [.writable, .snapshots, .settings]
        default: [.writable, .history]
        }
    }
}
