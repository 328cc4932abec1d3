import LootCore
import LootTesting
import Synchronization
import Testing

/// A sectioning that violates one law, or none.
struct FlawedSectioning: Sectioning {
    enum Flaw: String, CaseIterable {
        case none
        case isFickle = "an item always has the same key"
        case turnsAround = "the sections have the declared direction"
        case movesItems = "each item is in one section, and items without a key are in the last one"
        case disagrees = "the rule returns the same keys as the sectioning"
        case titlesAlike = "each section has a unique title"
        case rambles = "an index title is short and doesn't change"
        case isUnequal = "a sectioning is equal to itself"
    }

    let flaw: Flaw
    var rule: SectionRule? {
        flaw == .isFickle || flaw == .movesItems ? nil : .bands("valueInDollars", bounds: [25, 50])
    }
    var direction: SortDirection {
        flaw == .turnsAround && Bool.random() ? .descending : .ascending
    }

    func key(for item: Item) -> SectionKey {
        switch flaw {
        case .isFickle, .movesItems: .number(Int.random(in: 0...1_000_000))
        case .disagrees: .number(item.valueInDollars % 7)
        default: rule?.key(for: item) ?? .missing
        }
    }

    func title(for key: SectionKey) -> String { flaw == .titlesAlike ? "Section" : "\(key)" }
    func indexTitle(for key: SectionKey) -> String? { flaw == .rambles ? "a long index title" : nil }

    static func == (left: FlawedSectioning, right: FlawedSectioning) -> Bool {
        left.flaw == right.flaw && left.flaw != .isUnequal
    }
}

@Suite struct SectioningConformanceTests {
    @Test func `a sectioning that passes the laws isn't reported`() async {
        await SectioningConformance(FlawedSectioning(flaw: .none)).check()
    }

    @Test(arguments: FlawedSectioning.Flaw.allCases.filter { $0 != .none })
    func `a sectioning that violates a law is reported with the law and the caller's line`(
        flaw: FlawedSectioning.Flaw
    ) async {
        let reports = Mutex<[String]>([])
        let line = #line + 2
        await withKnownIssue {
            await SectioningConformance(FlawedSectioning(flaw: flaw)).check()
        } matching: { issue in
            reports.withLock { $0 += issue.comments.map(\.rawValue) }
            return issue.sourceLocation?.line == line
        }
        #expect(reports.withLock { $0 }.contains { $0.contains("breaks the law “\(flaw.rawValue)”: ") })
    }

    @Test func `every law can fail`() {
        let flaws = FlawedSectioning.Flaw.allCases.filter { $0 != .none }.map(\.rawValue)
        #expect(Set(flaws) == Set(SectioningConformance.cases.map(\.name)))
    }

    @Test func `the caller can provide the items`() async {
        await SectioningConformance(FlawedSectioning(flaw: .titlesAlike), items: []).check()
    }
}
