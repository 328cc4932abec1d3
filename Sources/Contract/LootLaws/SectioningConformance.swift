public import LootCore
import TextSearch

/// Checks a sectioning against the laws of ``/LootCore/Sectioning``.
///
/// ```swift
/// for (law, fault) in SectioningConformance(ValueSectioning(bounds: [50])).faults { print(law, fault) }
/// ```
public struct SectioningConformance: Sendable {
    /// The sectioning.
    package let sectioning: any Sectioning
    private let items: [Item]

    /// Creates the laws for a sectioning. By default, they use several hundred random items.
    public init(_ sectioning: any Sectioning, items: [Item]? = nil) {
        self.sectioning = sectioning
        self.items = items ?? ItemFixtures.items(300, seed: 7)
    }

    /// A law as a sentence, and the function that checks it.
    private typealias Law = (name: String, fault: (any Sectioning, [Item]) -> String?)

    /// The laws that the sectioning violates, with descriptions.
    public var faults: [(law: String, fault: String)] {
        SectioningConformance.laws.compactMap { law in
            law.fault(sectioning, items).map { (law.name, $0) }
        }
    }

    /// All laws as sentences.
    package static var names: [String] { laws.map(\.name) }

    private static var laws: [Law] {
        [
            ("an item always belongs to the same section", unstableKey),
            ("the rule says what the key function says", disagreeingRule),
            ("the order of sections is total", unorderedKeys),
            ("the sections go in the direction that is declared", wrongDirection),
            ("every section has a title of its own", unclearTitle),
            ("an index title is short, and the same each time", unclearIndexTitle),
            ("equal sectionings are equal in everything", unequalToItself),
            ("the sections of an answer are contiguous, whole, and what has nothing is last", brokenOutline),
        ]
    }

    private static func unstableKey(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        for item in items {
            let (first, second) = (sectioning.key(for: item), sectioning.key(for: item))
            if first != second { return "“\(item.name)” belongs to \(first), and then to \(second)" }
        }
        return nil
    }

    private static func disagreeingRule(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        guard let rule = sectioning.rule else { return nil }
        for item in items {
            let (key, expected) = (sectioning.key(for: item), rule.key(for: item))
            if key != expected { return "“\(item.name)” belongs to \(key), but by the rule to \(expected)" }
        }
        return nil
    }

    /// Returns a sample of the items' keys from the whole range, and the key of items without a section.
    private static func keys(_ sectioning: any Sectioning, _ items: [Item]) -> [SectionKey] {
        let all = Set(items.map { sectioning.key(for: $0) } + [.missing])
            .map { (key: $0, text: "\($0)") }.sorted { $0.text < $1.text }.map(\.key)
        return stride(from: 0, to: all.count, by: max(1, all.count / 16)).map { all[$0] } + all.suffix(1)
    }

    private static func unorderedKeys(_ sectioning: any Sectioning, _ items: [Item]) -> String? {
        let keys = keys(sectioning, items)
        for first in keys {
            for second in keys {
                let order = sectioning.order(first, second)
                if order != sectioning.order(second, first).reversed {
                    return "\(first) and \(second) have an order that depends on which is first"
                }
                if (order == .same) != (first == second) {
                    return "\(first) and \(second) have the order \(order)"
                }
                guard order == .ascending else { continue }
                for third in keys
                where sectioning.order(second, third) == .ascending
                    && sectioning.order(first, third) != .ascending
                {
                    return
                        "\(first) is before \(second), and \(second) before \(third), but \(first) isn't before \(third)"
                }
            }
        }
        return nil
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
