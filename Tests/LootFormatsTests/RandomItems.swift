import LootCore

extension Item {
    private static let texts = [
        "a", "Ünïcödé", "😀👩‍👩‍👧", "\"quoted\"", "back\\slash", "<tag> & more", "]]>", "a,b;c", "  spaces  ", "-1",
        "true", "e\u{301}", "\u{2028}", "שלום", "ﬀ", "/* no */", "&amp;", "null", "'", "0123456789abcdef0123",
        "\u{10FFFD}", "{}", "=1+1", "\u{FEFF}bom",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0...Int.random(in: 0...3, using: &generator)).map { _ in
            texts.randomElement(using: &generator) ?? "a"
        }
        .joined()
    }

    /// Returns an item with only the core fields.
    static func plain(_ generator: inout SeededGenerator, since first: Moment = .first) -> Item {
        var item = Item(
            id: ItemID(using: &generator), name: text(&generator),
            valueInDollars: [0, 1, 40, 999_999, .max, -1, .min].randomElement(using: &generator) ?? 0,
            dateCreated: max(first, moment(&generator)), isFavorite: Bool.random(using: &generator))
        if Bool.random(using: &generator) { item.serialNumber = text(&generator) }
        if Int.random(in: 0..<20, using: &generator) == 0 { item.name = "" }
        return item
    }

    private static func moment(_ generator: inout SeededGenerator) -> Moment {
        Moment(secondsSinceEpoch: Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator))
            ?? .first
    }

    private static func day(_ generator: inout SeededGenerator) -> Day? {
        Bool.random(using: &generator) ? moment(&generator).day : nil
    }

    /// Returns an item with any fields. Only with `foreign` does it contain values that tables can't represent.
    static func full(_ generator: inout SeededGenerator, foreign: Bool = true) -> Item {
        var item = plain(&generator)
        func maybe(_ generator: inout SeededGenerator) -> String? {
            Bool.random(using: &generator) ? text(&generator) : nil
        }
        item.quantity = Int.random(in: 0...3, using: &generator)
        item.location = maybe(&generator)
        if Bool.random(using: &generator) { item.tags = ["red", "a,b", "back\\slash"] }
        item.notes = maybe(&generator).map { $0 + "\nline\ttwo\n" }
        item.purchaseDate = day(&generator)
        let amounts: [Amount?] = [
            nil, Amount(.max), "129.95", "-0.0001", Amount(whole: .max, tenThousandths: 9999),
        ]
        item.purchasePrice = amounts.randomElement(using: &generator) ?? nil
        if Bool.random(using: &generator) { item.value = amounts.randomElement(using: &generator) ?? nil }
        item.currency = Bool.random(using: &generator) ? Currency("EUR") : nil
        item.vendor = maybe(&generator)
        item.warrantyUntil = day(&generator)
        item.photo = maybe(&generator).map { FileID(of: Array($0.utf8)) }
        if Bool.random(using: &generator) {
            item.custom = [
                "text": .text(text(&generator)), "whole": .integer(.min), "\"q\" <k>": .flag(true),
                "fraction": .decimal(
                    [0.1, -12.5, 1e300, Double.leastNonzeroMagnitude, 3].randomElement(using: &generator) ?? 0
                ),
                "seen": .moment(moment(&generator)), "serviced": .day(moment(&generator).day),
            ]
        }
        if foreign, Bool.random(using: &generator) { item.foreign = Item.foreignFields(&generator) }
        return item
    }

    private static func foreignFields(_ generator: inout SeededGenerator) -> [ForeignField] {
        [
            ForeignField("later", .number("12345678901234567890123")), ForeignField("nothing", .null),
            ForeignField("when", .moment(moment(&generator))), ForeignField("blob", .data([0, 255, 7, 1])),
            ForeignField("empty", .data([])), ForeignField("control", .text("a\u{1}b\r\n")),
            ForeignField(
                "deep",
                .object([
                    ForeignField("list", .array([.flag(true), .number("1.50"), .number("-3"), .array([])])),
                    ForeignField("", .object([])), ForeignField("text", .text(text(&generator))),
                ])),
            ForeignField("exponent", .number("1E5")),
        ]
    }
}
