import LootCore
import LootFormats

/// Decides what happens to each entry of a file, and adds it to the plan.
struct EntryPlanner {
    var plan: ImportPlan
    var options: ImportOptions
    var matcher: EntryMatcher
    /// The currency of the list, if it has one.
    private let currency: Currency?
    /// The currencies of both lists if they differ. In this case, the options contain the file's currency.
    var otherCurrency: OtherCurrency?
    /// Whether an entry has amounts without a currency, which may be in either of the two currencies.
    private(set) var dependsOnCurrency = false
    private var duplicates = DuplicateFinder()
    private var totals = TotalRows()
    /// The files that entries refer to, with the names of the items.
    private(set) var filesNamed: [(item: String, files: [FileID])] = []

    /// Creates a planner for the items of a store.
    init(_ options: ImportOptions, _ finder: ItemFinder, _ currency: Currency?) {
        self.currency = currency
        self.options = options
        matcher = EntryMatcher(finder, updateBy: options.updateBy)
        plan = ImportPlan(options.format?.asRead ?? .json, at: finder.revision)
    }

    /// Forgets all entries.
    mutating func forgetEntries() {
        matcher.forgetEntries()
        (duplicates, totals, filesNamed) = (DuplicateFinder(), TotalRows(), [])
    }

    /// Adds an entry on a line of the file to the plan.
    ///
    /// - Throws: The reason why the entry can't be imported.
    mutating func take(_ read: ReadItem, _ line: Int) throws(LootError) {
        var read = read
        if let currency = options.currency, read.lacksCurrency {
            dependsOnCurrency = otherCurrency != nil
            read = read.with(currency)
        }
        if read.item.hasDetails {
            // Computed values aren't stored.
            read.item.foreign.removeAll { Field.computed(named: $0.key) != nil }
            for field in read.item.foreign { plan.unknownKeys[field.key, default: 0] += 1 }
        }
        if plan.format == .csv, !read.hasID, totals.takesTotal(read.item) {
            return plan.note(ImportFlag(line: line, name: read.item.name, kind: .total, isSkipped: true))
        }
        if let old = try matcher.item(meantBy: read) {
            try update(old, read, line)
        } else {
            try add(read, line)
        }
    }

    private mutating func update(_ old: Item, _ read: ReadItem, _ line: Int) throws(LootError) {
        var new = try read.merged(into: old, currency)
        if !read.hasID {
            let patch = try options.ownFields.checked(Patch(from: old, to: new), for: old)
            try patch.checkEntries()
            if !options.ownFields.isEmpty {
                let foreign = new.foreign
                new = old
                try patch.apply(to: &new)
                new.foreign = foreign
            }
        }
        try matcher.note(read, old.id, line)
        var comparison = ItemComparison()
        if comparison.areSame(old, new) {
            plan.unchanged += 1
        } else {
            plan.changed += 1
            plan.entries.append(changed: new, from: old, line: line)
            noteFiles(of: new)
        }
    }

    private mutating func add(_ read: ReadItem, _ line: Int) throws(LootError) {
        // An entry with an ID or from the teaching app was already an item of a list. Import it unchanged.
        let isFromList = read.hasID || [.propertyList, .binaryPropertyList].contains(plan.format)
        // Rows of a table were already validated, with exact positions.
        let isChecked = plan.format == .csv && !read.item.name.isEmpty
        if !isFromList, !isChecked, let problem = read.item.problems.first {
            throw problem.field == "name" ? matcher.nameless(read) : matcher.refusal(problem)
        }
        if !isFromList {
            let item = read.item
            try matcher.check(read, nil)
            if let duplicate = duplicates.duplicate(item, line, matcher.finder) {
                let resolution = options.duplicates ?? (duplicate.kind.isCertain ? .skip : .add)
                if resolution == .update, let old = duplicate.original.flatMap({ matcher.finder.item($0) }) {
                    return try update(old, read, line)
                }
                let flag = ImportFlag(
                    line: line, name: item.name, kind: duplicate.kind, isSkipped: resolution != .add)
                plan.note(flag)
                if flag.isSkipped { return }
            }
            if plan.format == .csv, TotalRows.isTotal(item.name) {
                plan.note(ImportFlag(line: line, name: item.name, kind: .total, isSkipped: false))
            }
        }
        try matcher.note(read, read.hasID ? read.item.id : nil, line)
        plan.added += 1
        if read.item.value == nil { plan.unvalued += 1 }
        noteFiles(of: read.item)
        var item = read.item
        if !isFromList { item = try options.ownFields.checked(item) }
        plan.entries.append(added: item, line: line)
    }

    private mutating func noteFiles(of item: Item) {
        let files = item.fileIDs
        if !files.isEmpty { filesNamed.append((item.name, files)) }
    }
}
