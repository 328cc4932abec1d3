import LootWiring
import Testing

@Suite struct PathTests {
    @Test func `a relative path in a file is relative to the file`() throws {
        var house = Fixture()
        house.files["/etc/loot/home.json"] =
            #"{ "store": { "path": "../items.json", "backups": ["a", "/b"] } }"#
        house.configurationFile = "/etc/loot/home.json"
        let application = try house.application()
        #expect(application.entry("store.path")?.hasPrefix(#""/etc/loot/../items.json" from"#) == true)
        #expect(application.entry("store.backups")?.hasPrefix(#"["/etc/loot/a", "/b"] from"#) == true)
    }

    @Test func `an address in a file is relative to the file`() throws {
        let application = try Fixture(#"{ "store": "json:items.json" }"#).application()
        #expect(
            application.entry("store.path")?.hasPrefix(#""/home/ann/.config/loot/items.json" from"#) == true)
    }

    @Test
    func `paths in a configuration are relative to its folder, even if it was named by a relative path`()
        throws
    {
        var house = Fixture()
        house.files["/desk/Configs/demo.json"] = #"{ "store": { "path": "./demo/items.json" } }"#
        house.configurationFile = "./Configs//demo.json"
        #expect(
            try house.application().entry("store.path")
                == #""/desk/Configs/demo/items.json" from /desk/Configs/demo.json:1:22"#)
    }

    @Test func `a relative path in a variable or option is relative to the working directory`() throws {
        var house = Fixture()
        house.environment["LOOT_STORE_PATH"] = "a.json"
        #expect(try house.application().entry("store.path") == #""/desk/a.json" from LOOT_STORE_PATH"#)
        house.settings = ["store.path=sub/b.json"]
        #expect(try house.application().entry("store.path") == #""/desk/sub/b.json" from --set"#)
        house.storeAddress = "json:c.json"
        #expect(try house.application().entry("store.path") == #""/desk/c.json" from --store"#)
    }

    @Test func `a tilde at the beginning is the home directory`() throws {
        var house = Fixture()
        for (path, expected) in [
            ("~/x.json", "/home/ann/x.json"), ("~", "/home/ann"), ("a~/x", "/desk/a~/x"),
            ("~bob/x", "/desk/~bob/x"),
        ] {
            house.settings = ["store.path=\(path)"]
            #expect(try house.application().entry("store.path") == "\"\(expected)\" from --set")
        }
    }

    @Test func `without a home directory, a tilde and the default data directory are problems`() throws {
        var house = Fixture()
        house.home = nil
        #expect(
            try house.application().complaints == [
                "Can't use the default of “store.path”. “items.json” is relative to the data directory, "
                    + "but neither XDG_DATA_HOME nor HOME is set."
            ])
        house.settings = ["store.path=~/x"]
        #expect(
            try house.application().complaints.first
                == "Can't use “store.path” in --set. “~/x” begins with “~”, "
                + "but the home directory isn't known.")
        house.settings = ["store.path=/x"]
        #expect(try house.application().complaints == [])
    }

    @Test func `a default path is in the data directory`() throws {
        var house = Fixture()
        #expect(
            try house.application().entry("store.path")
                == #""/home/ann/.local/share/loot/items.json" from default"#)
        house.environment["XDG_DATA_HOME"] = "/data"
        #expect(try house.application().entry("store.path") == #""/data/loot/items.json" from default"#)
        house.environment["XDG_DATA_HOME"] = "data"
        #expect(
            try house.application().entry("store.path")
                == #""/home/ann/.local/share/loot/items.json" from default"#)
    }

    @Test func `a path keeps its bytes`() throws {
        var house = Fixture()
        house.storeAddress = "json:\u{301}e/\u{301}ü:\u{1F9F8} .json"
        #expect(
            try house.application().entry("store.path")
                .map { Array($0.utf8) }
                == Array("\"/desk/\u{301}e/\u{301}ü:\u{1F9F8} .json\" from --store".utf8))
    }
}
