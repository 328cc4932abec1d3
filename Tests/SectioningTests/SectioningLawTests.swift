import DateSectioningPlugin
import FavoriteSectioningPlugin
import FieldSectioningPlugin
import InitialSectioningPlugin
import LootCore
import LootPlugins
import LootTesting
import PlaceSectioningPlugin
import Testing
import ValueSectioningPlugin

@Suite struct SectioningLawTests {
    private static func sectionings() throws -> [any Sectioning] {
        var all: [any Sectioning] = [FavoriteSectioning()]
        for direction in [SortDirection.ascending, .descending] {
            all += [
                try ValueSectioning(direction: direction),
                try ValueSectioning(bounds: [50], direction: direction),
                try ValueSectioning(
                    bounds: [Amount(.min), 0, Amount(.max)], field: "custom.Pages", direction: direction),
                try PlaceSectioning(direction: direction),
                try PlaceSectioning(depth: 1, direction: direction),
                try PlaceSectioning(depth: 2, field: "notes", direction: direction),
                try InitialSectioning(direction: direction),
                try InitialSectioning(field: "location", direction: direction),
                try InitialSectioning(field: "custom.Color", direction: direction),
            ]
            for period in DateSectioning.Period.allCases {
                for field in ["dateCreated", "purchaseDate", "custom.Lent", "custom.Serviced"] as [FieldKey] {
                    all.append(try DateSectioning(by: period, field: field, direction: direction))
                }
            }
            let keys = Field.all.map(\.key) + ItemFixtures.customFields.map { .custom($0.name) }
            all += keys.map { FieldSectioning(field: $0, direction: direction) }
        }
        return all
    }

    @Test func `every sectioning passes every law`() async throws {
        for sectioning in try SectioningLawTests.sectionings() {
            let conformance = SectioningConformance(sectioning)
            for law in SectioningConformance.cases { await conformance.check(law) }
        }
    }

    @Test func `sectionings with different settings aren't equal`() throws {
        let all = try SectioningLawTests.sectionings().map { AnyHashable($0) }
        #expect(Set(all).count == all.count)
    }

    @Test func `sectionings with the same settings are equal`() throws {
        let settings = PluginSettings(["bounds": [50], "field": "value"])
        let (first, second) = (
            try SectioningPlugin.value.make(settings), try SectioningPlugin.value.make(settings)
        )
        #expect(first.map { AnyHashable($0) } == second.map { AnyHashable($0) })
    }
}
