import LootCore

extension StoreConformance {
    static let refusalLaws: [Case] = [
        Case("an invalid item is rejected") { trial in
            let items = ItemFixtures.items(2, seed: 30)
            let store = try await trial.open(with: items)
            for (what, edit) in forbiddenEdits {
                var item = Item(name: "Lamp")
                edit(&item)
                try await store.mustRefuse(.invalidValue, [.insert(item)], "an item with \(what)")
                try await store.mustRefuse(
                    .invalidValue, [.remove(items[0].id), .insert(item, at: 0)], "an item with \(what)")
            }
        },
        Case("an update that makes an item invalid is rejected") { trial in
            let items = ItemFixtures.items(2, seed: 31)
            let store = try await trial.open(with: items)
            for (what, edit) in forbiddenEdits {
                var item = items[1]
                edit(&item)
                try await store.mustRefuse(
                    .invalidValue, [.update(item.id, Patch(from: items[1], to: item))], "an update to \(what)"
                )
            }
            try await store.mustRefuse(
                .invalidValue, [.update(items[0].id, ["name": nil])], "an update to no name")
            try await store.mustRefuse(
                .invalidValue, [.update(items[0].id, ["dateCreated": nil])],
                "an update to no date of creation")
            try await store.mustRefuse(
                .invalidValue, [.update(items[0].id, ["valueInDollars": .text("40")])],
                "an update to a value of another type")
            try await store.mustRefuse(
                .invalidValue, [.update(items[0].id, ["photo": .text("photo.jpg")])],
                "an update to an invalid photo id")
        },
        Case("an update of an unknown field is rejected") { trial in
            let items = ItemFixtures.items(1, seed: 32)
            let store = try await trial.open(with: items)
            for key in ["id", "nonsense", "", "Custom.Color"] as [FieldKey] {
                try await store.mustRefuse(
                    .unknownField, [.update(items[0].id, Patch([.init(key, .text("Lamp"))]))],
                    "an update of “\(key)”")
            }
        },
        Case("an unknown ID is rejected") { trial in
            let items = ItemFixtures.items(2, seed: 33)
            let store = try await trial.open(with: items)
            let id = ItemID()
            try await store.mustRefuse(.noSuchItem, [.remove(id)], "the removal of an unknown ID")
            try await store.mustRefuse(.noSuchItem, [.move(id, to: 0)], "the move of an unknown ID")
            try await store.mustRefuse(
                .noSuchItem, [.update(id, ["name": .text("Lamp")])], "the update of an unknown ID")
            try await store.mustRefuse(
                .noSuchItem, [.insert(Item(name: "Lamp"), at: .before(id)), .move(items[0].id, to: -1)],
                "a position before an unknown ID", naming: 0)
        },
        Case("an existing ID is rejected") { trial in
            let items = ItemFixtures.items(3, seed: 34)
            let store = try await trial.open(with: Array(items.prefix(2)))
            try await store.mustRefuse(.duplicateItem, [.insert(items[0])], "an existing item")
            try await store.mustRefuse(
                .duplicateItem, [.insert(Item(id: items[1].id, name: "Lamp"), at: 0)], "an existing ID")
            try await store.mustRefuse(
                .duplicateItem, [.insert(items[2]), .insert(items[2], at: 0)], "one item twice", naming: 1)
            try await store.mustRefuse(
                .duplicateItem,
                [.insert(Item(name: "Lamp")), .insert(items[0]), .insert(Item(name: "Vase"))],
                "an existing item between new ones", naming: 1)
            _ = try await store.apply([.remove(items[0].id), .insert(items[0], at: 0)])
            try await store.mustHold(Array(items.prefix(2)))
        },
        Case("a position outside the list is rejected") { trial in
            let items = ItemFixtures.items(3, seed: 35)
            let store = try await trial.open(with: items)
            for position in [-1, 4, 1000, Int.max, Int.min] {
                try await store.mustRefuse(
                    .positionOutOfRange, [.insert(Item(name: "Lamp"), at: .position(position))],
                    "an insertion at \(position)")
            }
            for position in [-1, 3, 1000, Int.max, Int.min] {
                try await store.mustRefuse(
                    .positionOutOfRange, [.move(items[0].id, to: .position(position))],
                    "a move to \(position)")
            }
        },
        Case("a transaction is applied completely or not at all") { trial in
            let items = ItemFixtures.items(4, seed: 36)
            let store = try await trial.open(with: items)
            let good: [Change] = [
                .insert(Item(name: "Lamp"), at: 1), .update(items[0].id, ["name": .text("Lamp")]),
                .move(items[3].id, to: 0), .remove(items[2].id),
            ]
            let bad: [(Change, LootError.Code)] = [
                (.remove(ItemID()), .noSuchItem), (.insert(items[0]), .duplicateItem),
                (.move(items[0].id, to: 9), .positionOutOfRange), (.insert(Item(name: "\0")), .invalidValue),
                (.update(items[1].id, ["nonsense": .flag(true)]), .unknownField),
                (.update(items[2].id, ["name": .text("Gone")]), .noSuchItem),
                (.update(items[1].id, ["name": .text("Half"), "quantity": .integer(.max)]), .invalidValue),
            ]
            for (change, code) in bad {
                try await store.mustRefuse(
                    code, good + [change], "a transaction that ends with \(change.spelled())",
                    naming: good.count)
            }
        },
        Case("a change that expects an older revision is rejected") { trial in
            let items = ItemFixtures.items(3, seed: 37)
            let store = try await trial.open(with: items)
            let seen = try await store.summary().revision
            let commit = try await store.apply(
                ItemTransaction([.move(items[0].id, to: 2)], expecting: seen))
            let list = try await store.items()
            for expected in [seen, .initial, Revision(rawValue: .max), commit.revision.next] {
                do throws(LootError) {
                    _ = try await store.apply(ItemTransaction([.remove(items[1].id)], expecting: expected))
                } catch {
                    try require(
                        error.code == .conflict,
                        "a stale write is rejected with “\(error.code.rawValue)”, not “conflict”")
                    try await store.mustHold(list, "after a conflict")
                    continue
                }
                throw BrokenLaw(
                    "a write that expects \(expected) isn't rejected at revision \(commit.revision)")
            }
            _ = try await store.apply(ItemTransaction([.remove(items[1].id)], expecting: commit.revision))
        },
    ]

    /// Edits that make an item invalid, each with a description.
    static let forbiddenEdits: [(String, @Sendable (inout Item) -> Void)] = [
        ("a line break in its name", { $0.name = "La\nmp" }),
        ("a null in its name", { $0.name = "La\0mp" }),
        ("an escape in its name", { $0.name = "\u{1B}[31mLamp" }),
        ("a delete in its serial number", { $0.serialNumber = "A\u{7F}" }),
        ("a C1 control in its location", { $0.location = "At\u{85}tic" }),
        ("a carriage return in its notes", { $0.notes = "one\r\ntwo" }),
        ("a noncharacter in its vendor", { $0.vendor = "\u{FFFE}" }),
        ("a control character in a tag", { $0.tags = ["red", "bl\u{8}ue"] }),
        ("an empty tag", { $0.tags = ["red", ""] }),
        ("a quantity beyond its range", { $0.quantity = 1_000_000_001 }),
        ("a quantity below its range", { $0.quantity = -1_000_000_001 }),
        ("a custom field without a name", { $0.custom[""] = .integer(1) }),
        ("a control character in a custom name", { $0.custom["a\tb"] = .integer(1) }),
        ("a control character in a custom text", { $0.custom["Color"] = .text("re\u{7}d") }),
        ("a list in a custom field", { $0.custom["Colors"] = .list(["red"]) }),
        ("a custom number that is NaN", { $0.custom["Weight"] = .decimal(.nan) }),
        ("an infinite custom number", { $0.custom["Weight"] = .decimal(-.infinity) }),
    ]
}
