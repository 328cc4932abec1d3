import LootCore

/// Flaws of a store, each with the law that must find it.
enum Flaw: String, CaseIterable, Sendable {
    case declaresTooMuch = "the store can do what it declares"
    case isNeverEmpty = "a new store is empty"
    case findsOtherItems = "what is read in several ways is the same"
    case readingCounts = "reading changes nothing"
    case refusesPagesBeyondTheEnd = "a page may begin and end anywhere"
    case putsAtTheEnd = "an item goes to its position, or to the end"
    case movesBeforeTheTarget = "a move takes an item out, then puts it in"
    case movesToTheEnd = "a move to the same position changes no item"
    case updatesEverything = "an update sets its fields and no other"
    case keepsValuesForever = "a value can be taken out again"
    case reversesTransactions = "each change of a transaction sees the outcome of those before"
    case invertsMovesWrongly = "the inverses of a commit, from the last to the first, take it back"
    case forgetsTitles = "a commit tells what was done"
    case standsStill = "every commit makes a later revision, and reading tells it"
    case losesTheThousandth = "a thousand items in one transaction"
    case letsAnythingIn = "an item that breaks a rule is not let in"
    case updatesToAnything = "no update makes an item break a rule"
    case ignoresUnknownFields = "an update of a field that there is not is refused"
    case ignoresUnknownItems = "an ID that no item has is refused"
    case replacesDuplicates = "an ID is taken once"
    case clampsPositions = "a position outside the list is refused"
    case stopsHalfway = "a transaction is made whole or not at all"
    case ignoresRevisions = "a writer that has seen an older revision is told so"
    case forgetsNeighbors = "an item goes to the place that is named, beside any other"
    case refusesConditions = "a change is made where its conditions hold"
    case dropsConditions =
        "a change whose conditions do not hold is refused whole, and says what stands against it"
    case collides = "writers of different items are never refused"
    case dropsPurpose = "a commit keeps what it was made for, and who made it"
    case dropsAuthor = "drops the author"
    case writesOnlyInClose = "what was acknowledged outlives a process that does not close the store"
    case skipsRecovery = "skips recovery when it is opened"
    case prefersItsJournal = "what another program writes counts, and is one step of the history"
    case checksTooEarly = "of writers onto an item as they have seen it one wins"
    case composesText = "text comes out byte for byte"
    case dropsEmptyText = "empty text is not the same as none"
    case asksForNames = "an item that a person should mend is kept, changed and moved like any other"
    case countsInDoubles = "numbers come out to the last digit"
    case roundsAmounts = "amounts come out to the last digit, and one that is not known is not 0"
    case knowsNoOldDates = "moments come out to the second, days to the day"
    case guessesTypes = "custom fields keep type and value"
    case dropsForeignFields = "foreign fields are kept, also when others change"
    case dropsTags = "random items come out as they went in"
    case sortsUnstably = "every field sorts as defined, and items that are equal in it keep their order"
    case searchesByBytes = "a search finds words without regard to case and accents"
    case filtersNothing = "a filter selects as defined"
    case sectionsUpwards = "sections are parted as defined"
    case forgetsFavorites = "random queries are answered as defined"
    case countsPositionsFromOne = "an item has the position at which it stands in an answer"
    case cachesAnswers = "an answer follows the changes"
    case remembersBackwards = "the history holds what was done, newest last"
    case mixesUpTitles = "the titles are those of the history, without its changes"
    case hidesWhatWasUndone = "undos and redos are in the history, and so is what was undone"
    case ignoresTheHistoryLimit = "the setting historyLimit drops older changes"
    case readsDroppedChanges = "a dropped change can't be read anymore"
    case undoesNothing = "what is undone is as it was, what is redone as it became"
    case forgetsWhatWasRedone = "undos and redos in turn step through the same states"
    case keepsWhatWasUndone = "after an undo something new can't be mixed with the old"
    case remembersRefusals = "what was refused is not in the history"
    case tellsOnlyOne = "every watcher is told of every commit, in order"
    case tellsNobody = "a watcher is told without waiting for the store to close"
    case tellsOfRefusals = "of what was refused no watcher is told"
    case keepsStreamsOpen = "a watcher's stream ends when the store is closed"
    case followsItself = "a watcher's stream ends when nothing holds the store any more"
    case isNotShared = "two ways to one medium see each other"
    case stepsWithoutRows = "an answer with the steps to a later state is the answer in that state"
    case losesSteps = "an answer is followed while many write"
    case followsOneWay = "an answer follows what comes another way"
    case followsForever = "an answer that is followed ends when the store is closed"
    case forgetsToWait = "writers at the same time lose nothing"
    case mixesStates = "rows come with the outline of their state, whatever is written"
    case looksTooEarly = "of writers onto the same revision one wins"
    case tellsBackwards = "watchers are told in the order of revisions, whichever task writes"
    case movesOnUnderSnapshots = "a snapshot stays as it was, or says that it can't"
    case holdsOneStateOnly = "snapshots of several states are held at the same time"
    case readsClosedSnapshots = "a closed snapshot says so, and nothing else is closed"
    case closesOnce = "closing again does nothing"
    case answersForever = "a closed store says so"
    case forgetsAtNight = "what was acknowledged is there when the store is opened again"
    case forgetsHistoryAtNight = "the history lasts as long as the items"
    case writesInSecret = "a store that takes no changes says so"
    case rewritesFiles = "a file comes out byte for byte"
    case forgetsThumbnails = "a file is there once, and keeps its thumbnail"
    case inventsFiles = "a file that was never put in is not there"
    case sweepsWhatIsNew = "a file goes when nothing can bring it back"
    case sweepsAtTheSecondLook = "a file that nothing needs rests before it goes"
    case forgetsFilesAtNight = "files last as long as the items"
    case hidesFiles = "two ways to one medium see each other's files"
    case losesFilesInTheCrowd = "files that are put in at the same time are all kept"
    case takesFilesInSecret = "a store that takes no changes takes no files"
    case losesSettings = "settings come out as they went in, unknown ones too"
    case keepsSettingsForever = "a setting is set, replaced and unset by commits"
    case changesSettingsAlone = "items and settings change together or not at all"
    case undoesNoSettings = "changes of settings are undone and redone"
    case dropsSettingConditions = "a condition on a setting holds only as long as its value"
    case forgetsSettingsAtNight = "settings last as long as the items"
    case hidesSettings = "a second opener sees settings and their commits"
    case forgetsSettingsInSnapshots = "a snapshot keeps its settings"
    case hidesUndos = "undos and redos are sent like other commits"
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
    case showsFilesForever = "the files of a closed store say so"

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
        case .losesSettings, .keepsSettingsForever, .changesSettingsAlone, .undoesNoSettings,
            .dropsSettingConditions, .ignoresTheHistoryLimit, .readsDroppedChanges:
            [.writable, .history, .settings]
        case .forgetsSettingsAtNight: [.writable, .durable, .settings]
        case .hidesSettings: [.writable, .durable, .shared, .settings]
        case .forgetsSettingsInSnapshots: [.writable, .snapshots, .settings]
        default: [.writable, .history]
        }
    }
}
