import DateSectioningPlugin
import FavoriteSectioningPlugin
import FieldSectioningPlugin
import InitialSectioningPlugin
import LootCore
import LootPlugins
import PlaceSectioningPlugin
import Testing
import ValueSectioningPlugin

@Suite struct SectioningPluginTests {
    private let plugins: [SectioningPlugin] = [.none, .value, .initial, .date, .favorite, .field]

    @Test func `each plugin has its name and a summary`() {
        #expect(plugins.map(\.descriptor.name) == ["none", "value", "initial", "date", "favorite", "field"])
        #expect(plugins.allSatisfy { $0.descriptor.kind == .sectioning && !$0.descriptor.summary.isEmpty })
    }

    @Test func `options in a short form are declared and have defaults`() {
        for descriptor in plugins.map(\.descriptor) {
            #expect(
                descriptor.shortForm.allSatisfy { name in descriptor.options.contains { $0.name == name } })
            #expect(descriptor.options.allSatisfy { $0.defaultValue != nil && !$0.summary.isEmpty })
        }
    }

    @Test func `no settings and the declared defaults have the same effect`() throws {
        for plugin in plugins {
            let defaults = plugin.descriptor.options.map { ($0.name, $0.defaultValue) }
            let settings = PluginSettings(Dictionary(defaults) { first, _ in first }.compactMapValues { $0 })
            let (bare, declared) = (try plugin.make(PluginSettings()), try plugin.make(settings))
            #expect(bare.map { AnyHashable($0) } == declared.map { AnyHashable($0) })
        }
    }

    @Test func `settings have an effect`() throws {
        func made(_ plugin: SectioningPlugin, _ settings: [String: SettingValue]) throws -> AnyHashable? {
            try plugin.make(PluginSettings(settings)).map { AnyHashable($0) }
        }
        #expect(try made(.none, [:]) == nil)
        #expect(try made(.value, ["bounds": [50]]) == AnyHashable(ValueSectioning(bounds: [50])))
        #expect(
            try made(.value, ["bounds": [1], "field": "quantity", "direction": "desc"])
                == AnyHashable(ValueSectioning(bounds: [1], field: "quantity", direction: .descending)))
        #expect(
            try made(.initial, ["field": "Location"]) == AnyHashable(InitialSectioning(field: "location")))
        #expect(
            try made(.date, ["by": "year", "field": "purchased", "direction": "asc"])
                == AnyHashable(DateSectioning(by: .year, field: "purchaseDate", direction: .ascending)))
        #expect(try made(.place, ["depth": 2]) == AnyHashable(PlaceSectioning(depth: 2)))
        #expect(
            try made(.place, ["field": "custom.Shelf"]) == AnyHashable(PlaceSectioning(field: "custom.Shelf"))
        )
        #expect(throws: LootError.self) { try PlaceSectioning(depth: 0) }
        #expect(try made(.favorite, [:]) == AnyHashable(FavoriteSectioning()))
        #expect(
            try made(.field, ["field": "custom.Color"]) == AnyHashable(FieldSectioning(field: "custom.Color"))
        )
    }

    @Test(arguments: [[], [50, 25], [25, 25], [1, 2, 2]])
    func `bounds that aren't ascending are a configuration error`(bounds: [Int]) {
        let error = #expect(throws: LootError.self) {
            try SectioningPlugin.value.make(PluginSettings(["bounds": .list(bounds.map { .integer($0) })]))
        }
        #expect(error?.code == .configuration)
        #expect(error?.place == "sections.bounds")
    }

    @Test func `a field of the wrong type is a configuration error with its name`() {
        for (plugin, field) in [(SectioningPlugin.value, "name"), (.initial, "value"), (.date, "tags")] {
            let error = #expect(throws: LootError.self) {
                try plugin.make(PluginSettings(["field": .text(field)]))
            }
            #expect(error?.code == .configuration)
            #expect(error?.reason.text.contains("“\(field)”") == true)
        }
    }

    @Test func `an unknown field is rejected with the most similar name`() {
        for plugin in [SectioningPlugin.value, .initial, .date, .field] {
            let error = #expect(throws: LootError.self) {
                try plugin.make(PluginSettings(["field": "locatoin"]))
            }
            #expect(error?.code == .unknownField)
            #expect(error?.advice.text.contains("location") == true)
        }
    }
}
