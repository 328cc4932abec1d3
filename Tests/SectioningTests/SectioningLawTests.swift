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
        var all: [any Sectioning] = [FavoriteSectioning.make()]
        for direction in [SortDirection.ascending, .descending] {
            all += [
                try ValueSectioning.make(direction: direction),
                try ValueSectioning.make(bounds: [50], direction: direction),
                try ValueSectioning.make(
                    bounds: [Amount(.min), 0, Amount(.max)], field: "custom.Pages", direction: direction),
                try PlaceSectioning.make(direction: direction),
                try PlaceSectioning.make(depth: 1, direction: direction),
                try PlaceSectioning.make(depth: 2, field: "notes", direction: direction),
                try InitialSectioning.make(direction: direction),
                try InitialSectioning.make(field: "location", direction: direction),
                try InitialSectioning.make(field: "custom.Color", direction: direction),
            ]
            for field in ["dateCreated", "purchaseDate", "custom.Lent", "custom.Serviced"] as [FieldKey] {
                all.append(try DateSectioning.months(of: field, direction: direction))
                all.append(try DateSectioning.years(of: field, direction: direction))
            }
            let keys = Field.all.map(\.key) + ItemFixtures.customFields.map { .custom($0.name) }
            all += keys.map { FieldSectioning.make(field: $0, direction: direction) }
        }
        return all
    }

    @Test func `every sectioning keeps every law`() throws {
        for sectioning in try SectioningLawTests.sectionings() { SectioningConformance(sectioning).check() }
    }

    @Test func `sectionings with other settings are not equal`() throws {
        let all = try SectioningLawTests.sectionings().map { AnyHashable($0) }
        #expect(Set(all).count == all.count)
    }

    @Test func `a sectioning made twice from the same settings is equal`() throws {
        let settings = PluginSettings(["bounds": [50], "field": "value"])
        let (first, second) = (
            try SectioningPlugin.value.make(settings), try SectioningPlugin.value.make(settings)
        )
        #expect(first.map { AnyHashable($0) } == second.map { AnyHashable($0) })
    }
}
