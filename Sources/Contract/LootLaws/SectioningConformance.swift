public import LootCore
import TextSearch

/// Checks a sectioning against the laws of ``/LootCore/Sectioning``.
///
/// ```swift
/// let conformance = SectioningConformance(ValueSectioning(bounds: [50]))
/// for law in SectioningConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
public struct SectioningConformance: PluginConformance {
    private let sectioning: any Sectioning
    private let items: [Item]

    /// Creates the laws for a sectioning. By default, they use several hundred random items.
    public init(_ sectioning: any Sectioning, items: [Item]? = nil) {
        self.sectioning = sectioning
        self.items = items ?? ItemFixtures.items(300, seed: 7)
    }

    /// The name of the sectioning in reports.
    public var subject: String { "The sectioning \(sectioning)" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<SectioningConformance>] = [
        law("an item always has the same key", unstableKey),
        PluginLaw("the rule returns the same keys as the sectioning") { trial in
            guard let rule = trial.sectioning.rule else {
                throw SkippedLaw(reason: "The sectioning has no rule.")
            }
            for item in trial.items {
                let (key, expected) = (trial.sectioning.key(for: item), rule.key(for: item))
                try require(
                    key == expected, "“\(item.name)” has the key \(key), and by the rule \(expected)")
            }
        },
        law("the sections have the declared direction", wrongDirection),
        law("each section has a unique title", unclearTitle),
        law("an index title is short and doesn't change", unclearIndexTitle),
        law("a sectioning is equal to itself", unequalToItself),
        law("each item is in one section, and items without a key are in the last one", brokenOutline),
    ]

    /// Creates a law from a function that describes the violation or returns `nil`.
    private static func law(
        _ name: String, _ fault: @escaping @Sendable (any Sectioning, [Item]) -> String?
    ) -> PluginLaw<SectioningConformance> {
        PluginLaw(name) { trial in
            if let fault = fault(trial.sectioning, trial.items) { throw BrokenLaw(fault) }
        }
    }

    private static func unstableKey(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        for item in items {
            let (first, second) = (sectioning.key(for: item), sectioning.key(for: item))
            if first != second { return "“\(item.name)” belongs to \(first), and then to \(second)" }
        }
        return nil
    }

    /// Returns a sample of the items' keys, spread evenly over all of them, and the key of items without a
    /// section.
    private static func keys(_ sectioning: any Sectioning, _ items: [Item]) -> [SectionKey] {
        let all = Set(items.map { sectioning.key(for: $0) } + [.missing])
            .map { (key: $0, text: "\($0)") }.sorted { $0.text < $1.text }.map(\.key)
        return stride(from: 0, to: all.count, by: max(1, all.count / 16)).map { all[$0] } + all.suffix(1)
    }

    private static func wrongDirection(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        let keys = keys(sectioning, items)
        for first in keys {
            for second in keys where first != second {
                let order = SectionKey.order(first, second)
                let isReversed =
                    sectioning.direction == .descending && first != .missing && second != .missing
                if sectioning.order(first, second) != (isReversed ? order.reversed : order) {
                    return "\(first) and \(second) are in reverse order"
                }
            }
        }
        return nil
    }

    private static func unclearTitle(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        var keysByTitle: [[UInt8]: SectionKey] = [:]
        for key in Set(items.map { sectioning.key(for: $0) } + [.missing]) {
            let title = sectioning.title(for: key)
            if title.isEmpty { return "the title of \(key) is empty" }
            if TextRules.firstRefused(in: title, allowingLines: false) != nil {
                return "the title of \(key) contains a control character"
            }
            if let other = keysByTitle.updateValue(key, forKey: Array(title.utf8)) {
                return "\(other) and \(key) have the same title “\(title)”"
            }
        }
        return nil
    }

    private static func unclearIndexTitle(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        for key in keys(sectioning, items) {
            let title = sectioning.indexTitle(for: key)
            if title != sectioning.indexTitle(for: key) { return "the index title of \(key) changes" }
            if let title, title.isEmpty || title.count > 8 {
                return "the index title of \(key) is “\(title)”"
            }
        }
        return nil
    }

    private static func unequalToItself(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        let (left, right) = (AnyHashable(sectioning), AnyHashable(sectioning))
        if left != right { return "it isn't equal to itself" }
        return left.hashValue == right.hashValue ? nil : "it has two hash values"
    }

    private static func brokenOutline(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        let query = Query(sectioning: sectioning)
        let list = ItemList(items)
        let sections = list.outline(of: query, at: .initial).sections
        let answer = list.answer(to: query)
        if sections.reduce(0, { $0 + $1.count }) != items.count { return "some items are in no section" }
        if Set(sections.map(\.key)).count != sections.count { return "a section appears twice" }
        if let missing = sections.firstIndex(where: { $0.key == .missing }), missing != sections.count - 1 {
            return "the items without a section key are in section \(missing + 1) of \(sections.count)"
        }
        for section in sections {
            for item in answer[section.rows] where sectioning.key(for: item) != section.key {
                return "“\(item.name)” is in the section “\(section.title)”"
            }
        }
        return nil
    }
}
