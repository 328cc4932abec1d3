import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct RegistryTests {
    private func store(
        _ name: String, options: [PluginOption] = [], shortForm: [String] = [], schemes: [String] = []
    )
        -> StorePlugin
    {
        StorePlugin(name, summary: "A fake", options: options, shortForm: shortForm, schemes: schemes) {
            (settings: PluginSettings) throws(LootError) in
            FakeStore(name: name, settings: settings, journal: Journal())
        }
    }

    private func refusal(_ stores: StorePlugin...) -> String {
        do throws(LootError) {
            _ = try Registry(stores: stores)
            return "accepted"
        } catch {
            #expect(error.code == .configuration)
            return error.description
        }
    }

    @Test func `plugins are listed by kind in registration order`() throws {
        let house = Fixture()
        let registry = try Registry(
            stores: house.stores, decorators: house.decorators, sectionings: house.sectionings,
            frontEnds: house.frontEnds)
        #expect(
            registry.plugins.map(\.name) == [
                "memory", "json", "remote", "audit", "limit", "none", "value", "date", "cli", "http",
            ])
        #expect(registry.commands.map(\.command.name) == ["serve", "browse"])
    }

    @Test func `a copy of a registry doesn't contain plugins added later`() throws {
        var registry = Registry()
        let before = registry
        try registry.register(store("one"))
        #expect(registry.plugins.count == 1)
        #expect(before.plugins.isEmpty)
    }

    @Test func `the error for an unknown name contains the nearest name or all names`() throws {
        let registry = try Registry(stores: Fixture().stores, frontEnds: Fixture().frontEnds)
        var errors: [String] = []
        for name in ["jsno", "xyzzy"] {
            do throws(LootError) { _ = try registry.store(name) } catch {
                #expect(error.exitStatus == .configuration)
                errors.append(error.description)
            }
        }
        do throws(LootError) { _ = try registry.frontEnd("CLI") } catch { errors.append(error.description) }
        do throws(LootError) { _ = try registry.decorator("x") } catch { errors.append(error.description) }
        #expect(
            errors == [
                "There is no store “jsno”. Did you mean “json”?",
                "There is no store “xyzzy”. Choose one of memory, json, and remote.",
                "There is no front end “CLI”. Did you mean “cli”?",
                "There is no store wrapper “x”. No plugin of this kind is available.",
            ])
        #expect(try registry.store("json").descriptor.name == "json")
    }

    @Test func `names, schemes and commands must be unique`() throws {
        #expect(
            refusal(store("a"), store("a"))
                == "Can't register the store “a”. The name is already in use.")
        let url = PluginOption("url", .text, "The address")
        #expect(
            refusal(store("a", options: [url], schemes: ["s"]), store("b", options: [url], schemes: ["S"]))
                == "Can't register the store “b”. “a” already has the scheme “S”.")
        let one = Fixture().frontEnds[1]
        let other = FrontEndPlugin(
            builtIn: "other", summary: "A fake", options: one.descriptor.options, commands: one.commands,
            make: one.make)
        #expect(throws: LootError.self) { try Registry(frontEnds: [one, other]) }
        #expect(try Registry(frontEnds: [other]).plugins.count == 1)
    }

    @Test func `a command can set only options of its front end`() {
        for settings: [String: SettingValue] in [["prot": 1], ["port": "x"]] {
            let plugin = FrontEndPlugin(
                builtIn: "web", summary: "A fake",
                options: [PluginOption("port", .integer(1...9), "The port")],
                commands: [.init("serve", summary: "Serves", settings: settings)],
                make: Fixture().frontEnds[1].make)
            #expect(throws: LootError.self) { try Registry(frontEnds: [plugin]) }
        }
    }

    @Test func `plugins of different kinds can have the same name`() throws {
        let sectioning = SectioningPlugin("value", summary: "A fake") {
            (_: PluginSettings) throws(LootError) in nil
        }
        #expect(try Registry(stores: [store("value")], sectionings: [sectioning]).plugins.count == 2)
    }

    @Test func `an inconsistent descriptor is rejected`() {
        let text = PluginOption("a", .text, "Text")
        #expect(refusal(store("no name")).hasSuffix("A name consists of letters, digits, “-” and “_”."))
        #expect(
            refusal(store("s", options: [text, text])).hasSuffix(
                "The option “a” differs from another one only in case or in its use of “-” and “_”."))
        #expect(
            refusal(store("s", options: [PluginOption("use", .text, "Text")]))
                .hasSuffix("The option “use” is reserved."))
        #expect(
            refusal(store("s", options: [PluginOption("n", .integer(1...9), default: 10, "A number")]))
                .hasSuffix("The default of “n” is invalid. It must be a whole number from 1 to 9."))
        #expect(
            refusal(store("s", options: [text], shortForm: ["b"]))
                .hasSuffix("Its short form sets “b”, which isn't one of its options."))
        #expect(
            refusal(store("s", options: [text], schemes: ["s"]))
                .hasSuffix("It has schemes, but no option “url” for their addresses."))
    }
}
