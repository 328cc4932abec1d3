import LootCore
import LootFormats

extension StoreBench {
    /// Returns the figures as a JSON array of `{"name", "title", "rounds", "items", "median", "slowest"}`. Times are
    /// in milliseconds.
    package static func json(of figures: [Figure]) -> String {
        func time(_ duration: Duration) -> ForeignValue {
            .number(String(Double(Int(duration / .microseconds(1))) / 1_000))
        }
        let list = figures.map { figure in
            ForeignValue.object([
                ForeignField("name", .text(figure.name)),
                ForeignField("title", .text(figure.title.text(in: .english))),
                ForeignField("rounds", .number(String(figure.rounds))),
                ForeignField("items", .number(String(figure.items))),
                ForeignField("median", time(figure.median)),
                ForeignField("slowest", time(figure.slowest)),
            ])
        }
        return ForeignValue.array(list).json(columns: 100) + "\n"
    }
}
