import LootCore

extension StoreConformance {
    static let settingsLaws: [Case] = [
        Case("settings are returned as they were set, including unknown ones", needs: [.writable, .settings])
        { trial in
            let store = try await trial.open()
            try await store.mustHave(ListSettings(), "a new list")
            let settings = SettingsFixtures.settings
            _ = try await store.apply(ListSettings().changes(to: settings))
            try await store.mustHave(settings)
            try await store.mustHold([], "with only settings")
        },
        Case("a setting is set, replaced and unset by commits", needs: [.writable, .settings]) { trial in
            let store = try await trial.open()
            var list = ItemList()
            let values: [ForeignValue?] = [
                .text("EUR"), .text("CHF"), .array([.number("1")]), nil, .flag(true),
            ]
            for value in values {
                try await store.mustMake([.set("currency", value)], like: &list)
                try await store.mustHave(list.settings)
            }
            try await store.mustRefuse(.invalidValue, [.set("", .text("EUR"))], "a setting without a name")
            try await store.mustRefuse(.invalidValue, [.set("a b", .flag(true))], "a name with a space")
            try await store.mustHave(list.settings, "after rejected changes")
        },
        Case("items and settings change together or not at all", needs: [.writable, .settings]) { trial in
            let items = ItemFixtures.items(2, seed: 210)
            let store = try await trial.open(with: items)
            var list = ItemList(items)
            try await store.mustMake(
                [.set("title", .text("Attic")), .remove(items[0].id), .set("highValue", .number("50"))],
                like: &list)
            try await store.mustRefuse(
                .noSuchItem, [.set("title", .text("Cellar")), .remove(items[0].id)],
                "a setting with the removal of an unknown item", naming: 1)
            try await store.mustHave(list.settings)
            try await store.mustHold(list.items)
        },
        Case("changes of settings are undone and redone", needs: [.writable, .settings, .history]) { trial in
            let store = try await trial.open()
            let states = try await store.applyEach(SettingsFixtures.steps)
            for state in states.dropLast().reversed() {
                guard let commit = try await store.history(limit: 1).undoable.last else {
                    throw BrokenLaw("there is nothing to undo")
                }
                _ = try await store.apply(commit.undo)
                try await store.mustHave(state, "after undoing “\(commit.title)”")
            }
            for state in states.dropFirst() {
                guard let commit = try await store.history(limit: 1).redoable.last else {
                    throw BrokenLaw("there is nothing to redo")
                }
                _ = try await store.apply(commit.redo)
                try await store.mustHave(state, "after redoing “\(commit.title)”")
            }
        },
        Case(
            "bookkeeping isn't in the history and keeps undo and redo",
            needs: [.writable, .settings, .history]
        ) {
            trial in
            let store = try await trial.open()
            var commits = [try await store.apply([.insert(Item(name: "Lamp"))], title: "Add a lamp")]
            commits.append(try await store.apply([.insert(Item(name: "Bear"))], title: "Add a bear"))
            commits.append(try await store.apply(commits[1].undo))
            // Servers accept bookkeeping only in settings that people don't change.
            let key: SettingKey = "sentReminders.law"
            let hidden = try await store.apply(
                ItemTransaction([.set(key, .text("1"))], title: "Record", purpose: .bookkeeping))
            try await store.mustRemember(History(commits))
            try requireSame(try await store.titles(limit: 1), History(commits).newest(1).titles, "titles")
            try require(
                try await store.commit(hidden.revision) == nil, "the commit for bookkeeping can be read")
            commits.append(try await store.apply(commits[1].redo))
            commits.append(try await store.apply(commits[1].undo))
            commits.append(try await store.apply(commits[0].undo))
            try await store.mustRemember(History(commits))
            try await store.mustHave(
                ListSettings([ForeignField(key.rawValue, .text("1"))]), "after undoing everything")
        },
        Case("a condition on a setting holds only as long as its value", needs: [.writable, .settings]) {
            trial in
            let store = try await trial.open()
            let euros = Condition.setting("currency", .text("EUR"))
            let none = Condition.setting("currency", nil)
            _ = try await store.apply(ItemTransaction([.set("currency", .text("EUR"))], conditions: [none]))
            for (condition, value) in [(euros, "CHF"), (Condition.setting("currency", .text("CHF")), "EUR")] {
                _ = try await store.apply(
                    ItemTransaction([.set("currency", .text(value))], conditions: [condition]))
            }
            for condition in [none, .setting("currency", .text("CHF"))] {
                do throws(LootError) {
                    _ = try await store.apply(
                        ItemTransaction([.set("title", .text("Attic"))], conditions: [condition]))
                } catch {
                    try require(
                        error.code == .conflict, "\(condition) is rejected with “\(error.code.rawValue)”")
                    continue
                }
                throw BrokenLaw("a change is applied although its condition \(condition) is false")
            }
            try await store.mustHave(ListSettings([ForeignField("currency", .text("EUR"))]))
        },
        Case("settings are kept when the store is reopened", needs: [.writable, .settings, .durable]) {
            trial in
            let medium = trial.newMedium()
            let items = ItemFixtures.items(2, seed: 211)
            let store = try await trial.open(with: items, medium: medium)
            let states = try await store.applyEach(SettingsFixtures.steps)
            try await store.close()
            let reopened = try await trial.open(medium)
            try await reopened.mustHave(states[states.count - 1], "after reopening")
            try await reopened.mustHold(items)
            _ = try await reopened.apply([.set("title", nil), .set("currency", .text("CHF"))])
            var last = states[states.count - 1]
            (last["title"], last["currency"]) = (nil, .text("CHF"))
            try await reopened.close()
            try await trial.open(medium).mustHave(last, "after the second opening")
        },
        Case(
            "a second store sees settings and their commits",
            needs: [.writable, .settings, .durable, .shared]
        ) {
            trial in
            let medium = trial.newMedium()
            let (store, other) = (try await trial.open(medium), try await trial.open(medium))
            _ = try await store.apply([.insert(Item(name: "Lamp")), .set("currency", .text("EUR"))])
            let euros = ListSettings([ForeignField("currency", .text("EUR"))])
            try await other.mustHave(euros, "in the second store")
            _ = try await other.apply([.set("currency", .text("CHF"))])
            try await store.mustHave(
                ListSettings([ForeignField("currency", .text("CHF"))]), "in the first store")
        },
        Case("a snapshot keeps its settings", needs: [.writable, .settings, .snapshots]) { trial in
            let store = try await trial.open()
            _ = try await store.apply([.set("currency", .text("EUR"))])
            let snapshot = try await store.snapshot()
            _ = try await store.apply([.set("currency", .text("CHF"))])
            let held: ListSettings
            do throws(LootError) { held = try await snapshot.settings() } catch {
                await snapshot.close()
                return try require(error.code == .conflict, "the snapshot throws “\(error.code.rawValue)”")
            }
            await snapshot.close()
            try require(
                held.isIdentical(to: ListSettings([ForeignField("currency", .text("EUR"))])),
                "the snapshot has the settings \(held.fields)")
        },
    ]
}

/// Settings for the laws.
private enum SettingsFixtures {
    static let settings = ListSettings([
        ForeignField("currency", .text("EUR")), ForeignField("highValue", .number("99.50")),
        ForeignField("title", .text("Zoë’s “attic”\u{301} \u{1F600}")),
        ForeignField("later.version", .flag(false)),
        ForeignField(
            "views",
            .object([
                ForeignField("zebra", .object([ForeignField("where", .text("value > 500"))])),
                ForeignField("apple", .object([])), ForeignField("", .array([])),
            ])),
        ForeignField(
            "numbers", .array([.number("1"), .number("-0.5"), .null, .array([.text("a\nb\t\u{1}")])])),
    ])

    static let steps: [[Change]] = [
        [.set("currency", .text("EUR")), .set("title", .text("Attic"))], [.set("currency", .text("CHF"))],
        [.set("currency", nil)], [.set("later", .object([ForeignField("a", .null)]))],
        [.set("currency", .text("USD")), .set("later", nil)],
    ]
}

extension ItemStore {
    /// Throws unless the list has exactly these settings, byte by byte.
    fileprivate func mustHave(_ expected: ListSettings, _ when: String = "") async throws {
        let found = try await settings()
        try require(
            found.isIdentical(to: expected),
            "\(when.isEmpty ? "" : when + ": ")the settings are \(found.fields), not \(expected.fields)")
    }

    /// Makes commits, and returns the settings before the first and after each of them.
    fileprivate func applyEach(_ steps: [[Change]]) async throws -> [ListSettings] {
        var list = ItemList()
        var states = [list.settings]
        for changes in steps {
            _ = try await apply(changes)
            _ = try list.apply(changes)
            states.append(list.settings)
        }
        return states
    }
}
