import LootCore

extension StoreConformance {
    static let fidelityLaws: [Case] = [
        Case("text is returned byte for byte") { trial in
            let texts = [
                "Caf\u{E9}", "Cafe\u{301}", "\u{212B}", "\u{1100}\u{1161}\u{11A8}", "각", "👩‍👩‍👧‍👦🏳️‍🌈", "𝒳𠜎\u{10FFFD}",
                "שלום \u{202E}rtl\u{202C}", "\u{301}leading mark", "a\u{200B}b\u{FEFF}c", " spaces around ",
                "  ",
                "\u{A0}\u{2028}\u{2029}", "\"'`\\/<>&;,\u{FFFD}", "NULL", "-0", "1e5", "true", "2026-11-20",
                "#REF!",
                "{\"a\":1}", "<?xml?>", "]]>", "%s%n$1{}", "'; DROP TABLE items; --", "../../etc", "=1+1",
                String(repeating: "long 長い ", count: 2000),
            ]
            var items: [Item] = []
            for text in texts {
                var item = Item(name: text, serialNumber: text)
                item.location = text
                item.tags = [text, text]
                if (try? FileEntry.checkName(text)) != nil {
                    let file = try StoredFile(Array(text.utf8))
                    item.files = [FileEntry(file, name: text), FileEntry(file, name: text)]
                }
                item.notes = "\n\(text)\n\n\t\(text)\t\n"
                item.custom[text] = .text(text)
                items.append(item)
            }
            try await trial.mustKeep(items)
        },
        Case("empty text differs from no text") { trial in
            var empty = Item(name: "Lamp", serialNumber: "")
            empty.location = ""
            empty.notes = ""
            empty.custom["Color"] = .text("")
            try await trial.mustKeep([empty, Item(name: "Lamp")])
        },
        Case("an item with correctable entries is kept, changed and moved like others") { trial in
            var items = [
                Item(), Item(name: "Lamp", valueInDollars: -1), Item(name: "", valueInDollars: .min),
                Item(name: "Bear"),
            ]
            items[3].quantity = -1_000_000_000
            items[3].purchasePrice = -40
            let store = try await trial.mustKeep(items)
            try await store.mustAnswer(.all, like: ItemList(items))
            try await store.mustAnswer(
                Query(sort: [SortKey("valueInDollars", .ascending)]), like: ItemList(items))
            let changes: [Change] = [
                .update(items[0].id, ["location": .text("Attic")]), .move(items[2].id, to: 0),
                .update(items[1].id, ["name": .text("")]), .remove(items[3].id),
                .insert(items[3], at: 1),
            ]
            var list = ItemList(items)
            _ = try list.apply(changes)
            let commit = try await store.apply(ItemTransaction(changes))
            try await store.mustHold(list.items, "after changes of unfinished items")
            _ = try await store.apply(commit.undo)
            try await store.mustHold(items, "after these were undone")
        },
        Case("numbers are returned exactly") { trial in
            var items: [Item] = []
            for number in [0, 1, 1 << 53 - 1, 1 << 53 + 1, Int.max - 1, Int.max] {
                var item = Item(name: "Lamp", valueInDollars: number)
                item.purchasePrice = Amount(number)
                item.quantity = min(number, 1_000_000_000)
                item.custom["Pages"] = .integer(-number)
                items.append(item)
            }
            items[0].custom["Pages"] = .integer(.min)
            let store = try await trial.mustKeep(items)
            try await store.mustAnswer(.all, like: ItemList(items))
        },
        Case("amounts are returned exactly, and an unknown amount isn't 0") { trial in
            let amounts: [Amount?] = [
                nil, 0, "0.0001", "129.95", "-0.5", "-1.9999", "4503599627370497.5",
                Amount(whole: .max, tenThousandths: 9999),
                Amount(whole: .min, tenThousandths: -9999),
            ]
            let items = amounts.enumerated().map { index, amount in
                var item = Item(name: "Lamp", value: amount)
                item.purchasePrice = amount
                item.currency = Currency(index.isMultiple(of: 2) ? "EUR" : "CHF")
                item.quantity = index
                return item
            }
            let all = items + [Item(name: "Bear", value: nil)]
            let store = try await trial.mustKeep(all)
            try await store.mustAnswer(
                Query(sort: [SortKey("valueInDollars", .descending)]), like: ItemList(all))
            _ = try await store.apply([.update(items[0].id, ["valueInDollars": .amount("12.5")])])
            let commit = try await store.apply([.update(items[0].id, ["valueInDollars": nil])])
            _ = try await store.apply(commit.undo)
            var changed = items
            changed[0].value = "12.5"
            let found = try await store.item(items[0].id)
            try require(found == changed[0], "undoing the removal of an amount doesn't restore it")
        },
        Case("times are exact to the second, and days to the day") { trial in
            let seconds: [Int64] = [-1, 0, 1, 951_782_400, 4_102_444_800, -2_208_988_800]
            let moments = [Moment.first, .last] + seconds.compactMap { Moment(secondsSinceEpoch: $0) }
            let items = moments.map { moment in
                var item = Item(name: "Lamp", dateCreated: moment)
                item.purchaseDate = moment.day
                item.warrantyUntil = moment.day
                item.custom["Serviced"] = .moment(moment)
                item.custom["Lent"] = .day(moment.day)
                return item
            }
            try await trial.mustKeep(items)
        },
        Case("custom fields keep type and value") { trial in
            let numbers: [Double] = [
                0, 1, -1, 0.1, 1.0 / 3, 1e300, .leastNonzeroMagnitude, 2.2250738585072014e-308,
                .greatestFiniteMagnitude, 1e15, 1e16,
            ]
            let values: [FieldValue] =
                numbers.map(FieldValue.decimal) + [
                    .integer(1), .integer(0), .flag(true), .flag(false), .text("1"), .text("true"),
                    .text("2026-11-20"), .text("2026-11-20T10:00:00Z"), .day(.first), .day(.last),
                    .moment(.first),
                ]
            var item = Item(name: "Lamp")
            for (index, value) in values.enumerated() { item.custom["Field \(index)"] = value }
            for name in ["name", "id", "custom", "custom.x", "ä.ö", "a b", "1"] {
                item.custom[name] = .text(name)
            }
            try await trial.mustKeep([item])
        },
        Case("unknown fields are kept when other fields change") { trial in
            var item = Item(name: "Lamp")
            item.foreign =
                ItemFixtures.foreignFields + [
                    ForeignField("futureNull", .null), ForeignField("futureList", .array([])),
                    ForeignField("e\u{301}", .text("e\u{301}")), ForeignField("big", .number("1e400")),
                ]
            let store = try await trial.mustKeep([item])
            _ = try await store.apply([.update(item.id, ["location": .text("Attic")])])
            item.location = "Attic"
            try await store.mustHold([item], "after an update")
            let commit = try await store.apply([.remove(item.id)])
            _ = try await store.apply(commit.changes.map(\.inverse))
            try await store.mustHold([item], "after a removal was undone")
        },
        Case("items with similar IDs are different items") { trial in
            let numbers: [(high: UInt64, low: UInt64)] = [
                (0x1234_5678_9ABC_4DEF, 0x8123_4567_89AB_CDEF),
                (0x1234_5678_9ABC_4DEF, 0x8123_4567_89AB_CDEE),
                (0x1234_5678_9ABC_4DEF, 0x9123_4567_89AB_CDEF),
                (0x1234_5678_9ABD_4DEF, 0x8123_4567_89AB_CDEF),
                (0x2234_5678_9ABC_4DEF, 0x8123_4567_89AB_CDEF),
            ]
            let ids = numbers.map { ItemID(high: $0.high, low: $0.low) }
            var list = ItemList()
            let store = try await trial.open()
            for (number, id) in ids.enumerated() {
                try await store.mustMake([.insert(Item(id: id, name: "Lamp \(number)"))], like: &list)
            }
            try await store.mustMake([.update(ids[1], ["name": .text("Vase")])], like: &list)
            try await store.mustMake([.remove(ids[2])], like: &list)
            try await store.mustMake([.move(ids[4], to: 0)], like: &list)
            try await store.mustHold(list.items)
        },
        Case("random items are returned as they were inserted") { trial in
            try await trial.mustKeep(ItemFixtures.items(200, seed: 40))
        },
    ]
}

extension Trial {
    /// Throws unless a store returns the items with the same bytes. A durable store must do so after it is opened
    /// again, too.
    @discardableResult
    func mustKeep(_ items: [Item]) async throws -> any ItemStore {
        let medium = newMedium()
        let store = try await open(with: items, medium: medium)
        try await store.mustHold(items)
        for item in items {
            let difference =
                try await store.item(item.id).map { $0.difference(from: item) } ?? "it doesn't exist"
            try require(difference == nil, "an item read by its ID: \(difference ?? "")")
        }
        guard conformance.capabilities.contains(.durable) else { return store }
        try await store.close()
        let reopened = try await open(medium)
        try await reopened.mustHold(items, "after the store was reopened")
        return reopened
    }
}
