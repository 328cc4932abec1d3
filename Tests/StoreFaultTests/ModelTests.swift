import LootCore
import LootFilesTesting
import LootTesting
import Testing

@Suite struct `Atomic changes` {
    @Test(arguments: Kept.all, DurabilityConformance.cases)
    func `a file store survives power failures, failing calls and a full disk`(
        kept: Kept, law: PluginLaw<DurabilityConformance>
    ) async {
        await DurabilityConformance(
            kept.testDescription, seed: UInt64(Effort.seed), powerFailures: Effort.cuts
        ) { try await kept.open(on: $0) }.check(law)
    }
}
