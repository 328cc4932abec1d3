import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct LayersTests {
    /// A way to set the indent to a number.
    enum Layer: Int, CaseIterable {
        case usualFile, variable, setting, address
    }

    @Test func `a setting in a variable that isn't UTF-8 is a problem`() throws {
        var house = Fixture()
        house.unreadableVariables = ["LOOT_STORE", "OLDPWD", "LANG"]
        let problems = try house.application().configurationProblems()
        #expect(
            problems.map(\.description) == [
                "Can't use the configuration in LOOT_STORE. The value isn't valid UTF-8. Set it to valid UTF-8, or unset it."
            ])
        #expect(problems.first?.exitStatus == .configuration)
    }

    @Test(arguments: 0..<16) func `later layers override earlier ones in every combination`(mask: Int)
        async throws
    {
        let layers = Layer.allCases.filter { mask & 1 << $0.rawValue != 0 }
        var house = Fixture()
        var expected = "\"/home/ann/.local/share/loot/items.json\" from default"
        for layer in layers {
            switch layer {
            case .usualFile:
                house.files[Fixture.usualFile] = #"{ "store": { "path": "/file" } }"#
                expected = "\"/file\" from \(Fixture.usualFile):1:22"
            case .variable:
                house.environment["LOOT_STORE_PATH"] = "/variable"
                expected = "\"/variable\" from LOOT_STORE_PATH"
            case .setting:
                house.settings = ["store.path=/setting"]
                expected = "\"/setting\" from --set"
            case .address:
                house.storeAddress = "json:/address"
                expected = "\"/address\" from --store"
            }
        }
        let application = try house.application()
        #expect(application.entry("store.path") == expected)
        #expect(application.complaints == [])
        let store = try await application.fakeStore()
        #expect(expected.hasPrefix("\"\(store?.settings.text("path") ?? "")\" "))
    }

    @Test func `the file is named by the option, the variable, or the default`()
        throws
    {
        var house = Fixture(#"{ "store": { "indent": 1 } }"#)
        house.files["/desk/b.json"] = #"{ "store": { "indent": 2, "path": "/b" } }"#
        house.files["/desk/c.json"] = #"{ "store": { "indent": 3 } }"#
        #expect(try house.application().entry("store.indent") == "1 from \(Fixture.usualFile):1:24")
        house.environment["LOOT_CONFIG"] = "b.json"
        #expect(try house.application().entry("store.indent") == "2 from /desk/b.json:1:24")
        house.configurationFile = "c.json"
        let application = try house.application()
        #expect(application.entry("store.indent") == "3 from /desk/c.json:1:24")
        #expect(application.entry("store.path")?.hasSuffix("from default") == true)
    }

    @Test func `XDG_CONFIG_HOME moves the default file, unless it is relative`() throws {
        var house = Fixture()
        house.files["/etc/ann/loot/config.json"] = #"{ "store": "memory:" }"#
        #expect(try house.application().entry("store.use") == "\"json\" from default")
        house.environment["XDG_CONFIG_HOME"] = "/etc/ann/"
        #expect(
            try house.application().entry("store.use") == "\"memory\" from /etc/ann/loot/config.json:1:12")
        house.environment["XDG_CONFIG_HOME"] = "etc/ann"
        #expect(try house.application().entry("store.use") == "\"json\" from default")
    }

    @Test func `the default file can be missing, but a named one can't`() throws {
        var house = Fixture()
        #expect(try house.application().complaints == [])
        house.environment["LOOT_CONFIG"] = "~/gone.json"
        #expect(
            try house.application().complaints == [
                "Can't read the configuration /home/ann/gone.json. The file specified by LOOT_CONFIG doesn't exist. "
                    + "Correct LOOT_CONFIG, or unset it."
            ])
        house.configurationFile = "gone.json"
        let problems = try house.application().configurationProblems()
        #expect(
            problems.map(\.description) == [
                "Can't read the configuration /desk/gone.json. The file specified by --config doesn't exist. "
                    + "Specify an existing file."
            ])
        #expect(problems.first?.exitStatus == .configuration)
    }

    @Test func `a file can be an XML property list, whatever its name`() throws {
        let house = Fixture(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
              <key>store</key><dict><key>use</key><string>json</string><key>indent</key><integer>4</integer></dict>
              <key>sections</key><string>value:25,50</string>
            </dict></plist>
            """)
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.indent")?.hasPrefix("4 from \(Fixture.usualFile):3:") == true)
        #expect(application.entry("sections.bounds")?.hasPrefix("[25, 50]") == true)
    }

    @Test func `JSON can contain comments and a key for editors`() throws {
        let house = Fixture(
            """
            // what an editor looks for
            { "$schema": "loot.schema.json", /* here */ "store": "memory:", }
            """)
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.use") == "\"memory\" from \(Fixture.usualFile):2:54")
    }

    @Test(arguments: ["LOOT_FRONT_END_USE", "LOOT_FRONTEND_USE", "LOOT_FRONT_END", "LOOT_FRONTEND"])
    func `underscores don't matter in variables`(name: String) throws {
        var house = Fixture()
        house.environment[name] = "http"
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("frontEnd.use") == "\"http\" from \(name)")
    }

    @Test func `two variables for one key are a problem if they differ`() throws {
        var house = Fixture()
        house.environment = ["LOOT_FRONT_END_USE": "http", "LOOT_FRONTEND_USE": "http"]
        #expect(try house.application().complaints == [])
        house.environment["LOOT_FRONT_END_USE"] = "cli"
        #expect(
            try house.application().complaints == [
                "Can't use the configuration in LOOT_FRONT_END_USE. The variable LOOT_FRONTEND_USE sets the same key to "
                    + "a different value. Unset one of them."
            ])
    }

    @Test func `empty variables and those of other programs are ignored`() throws {
        var house = Fixture()
        house.environment = ["LOOT_STORE": "", "LOOT_CONFIG": "", "LOOT_TEST_SEED": "5", "STORE_PATH": "x"]
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.use") == "\"json\" from default")
    }

    @Test func `text in variables and options is converted to the option's type`() throws {
        var house = Fixture()
        house.environment = ["LOOT_SECTIONS_USE": "value", "LOOT_SECTIONS_BOUNDS": "-1, 25,50"]
        house.settings = ["frontEnd.plain=yes", "frontEnd.currency=1", "store.backups=a,~/b"]
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("sections.bounds") == "[-1, 25, 50] from LOOT_SECTIONS_BOUNDS")
        #expect(application.entry("frontEnd.plain") == "true from --set")
        #expect(application.entry("frontEnd.currency") == "\"1\" from --set")
        #expect(application.entry("store.backups") == "[\"/desk/a\", \"/home/ann/b\"] from --set")
    }

    @Test func `all settings are one layer, in which the last one counts`() throws {
        var house = Fixture()
        house.settings = ["store.retries=5", "store.retries=6", "store.url=x=y", "store.use=remote"]
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.retries") == "6 from --set")
        #expect(application.entry("store.url") == "\"x=y\" from --set")
    }

    @Test func `a key belongs to the plugin that its layer selects`() async throws {
        var house = Fixture(#"{ "store": { "use": "json", "path": "a.json", "indent": 4 } }"#)
        house.storeAddress = "memory:"
        let memory = try house.application()
        #expect(memory.complaints == [])
        #expect(try await memory.fakeStore()?.settings == PluginSettings())
        // When the first plugin is selected again, its keys apply again.
        house.settings = ["store=memory"]
        house.storeAddress = "json:b.json"
        let json = try house.application()
        #expect(json.complaints == [])
        #expect(json.entry("store.indent") == "4 from \(Fixture.usualFile):1:57")
        #expect(json.entry("store.path") == "\"/desk/b.json\" from --store")
    }

    @Test func `a mistake is found even if a later layer selects another plugin`() throws {
        var house = Fixture(#"{ "store": { "use": "json", "pth": "a.json" } }"#)
        house.storeAddress = "memory:"
        #expect(
            try house.application().complaints == [
                "Can't use “store.pth” in \(Fixture.usualFile):1:29. “json” doesn't have this key. "
                    + "Did you mean “path”?"
            ])
    }

    @Test func `wrappers apply to any store until another layer sets others`() throws {
        var house = Fixture(#"{ "store": { "with": ["audit", { "use": "limit", "most": 5 }] } }"#)
        house.storeAddress = "memory:"
        let kept = try house.application()
        #expect(kept.complaints == [])
        #expect(kept.entry("store.with[0].use") == "\"audit\" from \(Fixture.usualFile):1:23")
        #expect(kept.entry("store.with[1].most") == "5 from \(Fixture.usualFile):1:58")
        house.environment["LOOT_STORE_WITH"] = "limit"
        let replaced = try house.application()
        #expect(replaced.entry("store.with[0].use") == "\"limit\" from LOOT_STORE_WITH")
        #expect(replaced.entry("store.with[0].most") == "100 from default")
        #expect(replaced.entry("store.with[1].use") == nil)
        house.settings = ["store.with="]
        #expect(try house.application().entry("store.with") == "[] from --set")
    }
}
