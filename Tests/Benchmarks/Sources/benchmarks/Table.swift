/// The results: a row for each operation, a column for each size, and the growth between sizes.
struct Table {
    /// The unit of a number.
    enum Unit { case duration, bytes }

    private struct Row {
        var name: String
        var unit: Unit
        var numbers: [Double?]
    }

    private let sizes: [Int]
    private var rows: [Row] = []

    init(sizes: [Int]) { self.sizes = sizes }

    mutating func set(_ name: String, _ measured: Measured, column: Int) {
        let index = rows.firstIndex { $0.name == name }
        if index == nil { rows.append(Row(name: name, unit: measured.unit, numbers: sizes.map { _ in nil })) }
        rows[index ?? rows.count - 1].numbers[column] = measured.number
    }

    /// The table in Markdown.
    var text: String {
        let head =
            ["operation"] + sizes.map { "\($0)" } + zip(sizes, sizes.dropFirst()).map { "\($0) → \($1)" }
        let body = rows.map { row in
            let growth = zip(row.numbers, row.numbers.dropFirst()).map { before, after in
                guard let before, let after, before > 0 else { return "" }
                return "\(rounded(after / before))×"
            }
            return [row.name] + row.numbers.map { $0.map { text($0, row.unit) } ?? "" } + growth
        }
        let rule = head.map { _ in "---" }
        return ([head, rule] + body).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private func text(_ number: Double, _ unit: Unit) -> String {
        switch unit {
        case .bytes: "\(Int(number)) B"
        case .duration where number < 1e-6: "\(Int(number * 1e9)) ns"
        case .duration where number < 1e-3: "\(rounded(number * 1e6)) µs"
        case .duration: "\(rounded(number * 1e3)) ms"
        }
    }

    private func rounded(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// One measurement.
struct Measured {
    var number: Double
    var unit: Table.Unit
}
