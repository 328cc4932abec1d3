package import LootCore

extension Filter {
    /// The filter language on one screen, for help and guides.
    package static let guide: Message = """
        A filter selects items. The language is the same on the command line (--where),
        on the page, in the terminal and in the API (where=):

          value >= 50 and location in Attic and not favorite

        Compare       value >= 50    name = lamp    price != value
        Contains      name ~ bosch; starts with: serial ^ AB
        Pattern       name ~ /bo[sc]h|^4k/
        One of        location in (Attic, "Living Room"), not in (...)
        Place         location in "House / Attic", with all places inside it
        Range         price between 10 and 20 (inclusive), not between
        Since         purchased since 2026-01-01, not seen since 2026
        Empty or not  has photo, has file, warranty is set, location is not set
        Files         files ~ receipt searches their names
        Yes or no     favorite, is not favorite, is lent, is not disposed
        Calculate     value - price > 100    value * (quantity + 1) >= 1000
        Combine       and, or, not, ( ); "all" matches all items, "none" no item

        The operators are = != < <= > >= ~ ^. Comparisons of text ignore case and
        accents. Quote text that contains spaces or operators: "a b".

        Dates are 2026-11-20, 2026-11, 2026, today, yesterday, tomorrow, today+30d, -2w;
        d w m y are days, weeks, months and years. A month or year stands for all of its
        days: purchased = 2025, created < 2025-06, warranty between today and today+3m.

        The fields are
        \(fieldNames)
        custom.NAME or custom."TWO WORDS" is a custom field: 3 is compared with
        numbers, yes with flags, 2026-11-20 with dates, "3" with text.

        Empty fields match only !=: location != Attic finds items without a location,
        location < Attic doesn't. A calculation needs all of its fields.
        """

    private static var fieldNames: String {
        var lines: [String] = [" "]
        for name in [Field.idKey.rawValue] + Field.all.map(\.name) {
            if lines[lines.count - 1].count + name.count + 1 > 78 { lines.append(" ") }
            lines[lines.count - 1] += " " + name
        }
        return lines.joined(separator: "\n")
    }
}
