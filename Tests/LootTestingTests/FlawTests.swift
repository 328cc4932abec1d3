import LootCore
import LootTesting
import Synchronization
import Testing

@Suite struct FlawTests {
    private func conformance(of flaw: Flaw) -> StoreConformance {
        let capabilities: StoreCapabilities = flaw == .declaresTooMuch ? [.writable] : flaw.capabilities
        let disk = FlawedDisk()
        return StoreConformance(
            "flawed", capabilities, patience: .milliseconds(300), copying: { disk.copy($0, to: $1) },
            writing: { disk.overwrite($1, to: $0) }
        ) { medium in
            let store = FlawedStore(flaw, on: disk, medium: medium)
            return flaw.isOfFollowing ? FlawedFollower(flaw, store) : store
        }
    }

    @Test(arguments: Flaw.allCases)
    func `a store that violates a law is reported with the law and the caller's line`(flaw: Flaw)
        async throws
    {
        let law = try #require(StoreConformance.cases.first { $0.name == flaw.law })
        let line = #line + 2
        await withKnownIssue {
            await conformance(of: flaw).check(law)
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.hasPrefix("The store “flawed” breaks the law “\(flaw.law)”: ")
            }
                && issue.sourceLocation?.line == line
        }
    }

    @Test func `nearly every law can fail`() {
        let proved = Set(Flaw.allCases.map(\.law))
        let unproved = StoreConformance.cases.map(\.name).filter { !proved.contains($0) }
        #expect(
            unproved == [
                "many moves to one position keep the order",
                "an observer that stops doesn't affect others",
            ])
    }

    @Test(arguments: [
        Flaw.movesBeforeTheTarget, .putsAtTheEnd, .clampsPositions, .keepsValuesForever, .filtersNothing,
        .composesText,
        .invertsMovesWrongly, .keepsWhatWasUndone, .sectionsUpwards, .stopsHalfway,
    ])
    func `a random run finds a flaw and reports it with few steps`(flaw: Flaw) async throws {
        let reports = Mutex<[String]>([])
        await withKnownIssue {
            for seed in 1...2 as ClosedRange<UInt64> {
                await conformance(of: flaw).checkRandomly(seed: seed, steps: 300)
            }
        } matching: { issue in
            reports.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let report = try #require(reports.withLock { $0.first })
        #expect(report.contains("(seed 1)") || report.contains("(seed 2)"))
        let steps = report.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect((1...15).contains(steps.count), "\(report)")
    }
}
