import LootCore
import LootPlugins
import Testing

@testable import ProgramBridge

/// Sectionings, hooks, importers and exporters that misbehave.
@Suite(.enabled(if: Tool.python != nil)) struct MisfitKindTests {
    @Test(arguments: ["few", "garbage", "neither", "never", "dies", "deep"])
    func `a sectioning that fails puts all items into one section and reports the reason`(mode: String)
        async throws
    {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path, Place.short)
        let offer = try #require(program.greeting.offers.last)
        try misfit.misbehave(mode, at: "keys")
        let sectioning = BridgedSectioning(
            program, offer, PluginSettings(), misfit.place.context(Place.short))
        #expect(sectioning.key(for: Item(name: "Lamp")) == .missing)
        #expect(sectioning.failure?.description.hasPrefix(sectioning.title(for: .missing)) == true)
    }

    @Test(arguments: ["no-revision", "garbage", "neither", "never", "dies", "says-no"])
    func `a sectioning that declares a rule but returns none can't be created`(mode: String) async throws {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path, Place.short)
        let offer = try #require(program.greeting.offers.first { $0.features.contains("rule") })
        try misfit.misbehave(mode, at: "rule")
        let error = #expect(throws: LootError.self) {
            try DeclaredSectioning(program, offer, PluginSettings(), misfit.place.context(Place.short))
        }
        #expect(error?.description.contains("\u{1B}") == false)
        #expect(try await misfit.isGone())
    }

    @Test(arguments: ["garbage", "half", "neither", "never", "dies", "says-no", "endless"])
    func `a hook, an importer or an exporter that fails reports an error in time and is ended`(mode: String)
        async throws
    {
        let misfit = try Misfit(try Place())
        let (place, program) = (misfit.place, try await misfit.place.trusted(misfit.path, Place.short))
        func offer(_ kind: PluginDescriptor.Kind) throws -> Offer {
            try #require(program.greeting.offers.first { $0.descriptor.kind == kind })
        }
        let start = ContinuousClock.now
        try misfit.misbehave(mode, at: "before")
        let hook = BridgedHook(program, try offer(.hook), PluginSettings(), place.context(Place.short))
        let addition = ItemTransaction([.insert(Item(name: "Lamp"))])
        await #expect(throws: LootError.self) { try await hook.willCommit(addition) }
        try misfit.misbehave(mode, at: "after")
        let error = await #expect(throws: LootError.self) {
            try await hook.didCommit(Commit(addition, revision: Revision(rawValue: 1), changes: []))
        }
        #expect(error?.description.contains("\u{1B}") == false)
        await hook.close()
        try misfit.misbehave(mode, at: "import")
        let target = ImportTarget(name: "a.txt", store: EmptyItems(), isTrial: true)
        var importer = BridgedImporter(
            program, try offer(.importer), PluginSettings(), target, place.context(Place.short))
        await #expect(throws: LootError.self) { try await importer.finish() }
        try misfit.misbehave(mode, at: "export")
        let exporter = BridgedExporter(
            program, try offer(.exporter), PluginSettings(), place.context(Place.short))
        let rows = try await EmptyItems().rows(of: .all)
        await #expect(throws: LootError.self) { try await exporter.write(rows, files: nil) { _ in true } }
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try await misfit.isGone())
    }

    @Test func `an importer that never finishes is ended`() async throws {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path, Place.short)
        let offer = try #require(program.greeting.offers.first { $0.descriptor.kind == .importer })
        try misfit.misbehave("goes-on", at: "import")
        let target = ImportTarget(name: "a.txt", store: EmptyItems(), isTrial: true)
        var importer = BridgedImporter(
            program, offer, PluginSettings(), target, misfit.place.context(Place.short))
        let error = await #expect(throws: LootError.self) { try await importer.finish() }
        #expect(error?.reason.text == "It announced more entries but sent none.")
        #expect(try await misfit.isGone())
    }
}
