package import LootCore

extension Filter {
    /// The filter language on one screen, for help and guides.
    package static let guide: Message = """
        A filter says which items are meant, in the same words on the command line
        (--where), on the page, in the terminal and in the API (where=):

          value >= 50 and location in Attic and not favorite

        Compare       value >= 50    name = lamp    price != value
        Look into     name ~ bosch holds it, serial ^ AB begins with it
        By a pattern  name ~ /bo[sc]h|^4k/
        One of        location in (Attic, "Living Room"), not in (...)
        In a place    location in "House / Attic": there, or in what is there
        From, to      price between 10 and 20 includes both, not between
        Set or not    has photo, has file, warranty is set, location is not set
        Files         files ~ receipt: by their names
        Yes or no     favorite, is not favorite
        Reckon        value - price > 100    value * (quantity + 1) >= 1000
        Join          and, or, not, ( ); "all" holds for every item, "none" for none

        Signs are = != < <= > >= and ~ ^. Text is compared without case and accents.
        What holds spaces or signs stands in quotes: "a b".

        Dates are 2026-11-20, 2026-11, 2026, today, yesterday, tomorrow, today+30d, -2w;
        d w m y are days, weeks, months and years. A month or year holds for all of its
        days: purchased = 2025, created < 2025-06, warranty between today and today+3m.

        Fields are
        \(fieldNames)
        custom.NAME or custom."TWO WORDS" is a field of your own: 3 compares with
        numbers, yes with flags, 2026-11-20 with dates, "3" with text.

        What is not set fulfills no comparison: location != Attic finds what has no
        location, location < Attic does not. A calculation needs all of its fields.
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
