import CacheStore
public import CLI
import DateSectioning
import FavoriteSectioning
import FieldSectioning
import HTTP
import InitialSectioning
import JSONStore
public import LootCore
public import LootWiring
import MemoryStore
import MirrorStore
import PropertyListStore
import ReadOnlyStore
import TUI
import ValueSectioning

#if PostgreSQL
    import PostgreSQLStore
#endif
#if Remote
    import RemoteStore
#endif
#if SQLite
    import SQLiteStore
#endif

extension Registry {
    /// Everything that comes with LootLogger: the one place that names the plugins. `console` is where the command
    /// line reads and writes.
    public static func builtIn(console: any Console = ProcessConsole()) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList] + optional,
            decorators: [.readOnly, .mirror, .cache],
            sectionings: [.none, .value, .initial, .date, .favorite, .field],
            frontEnds: [.cli(on: console), .tui, .http(on: console)])
    }
}

extension Registry {
    /// The stores behind package traits; in a build without its trait, a store says how to build it in.
    private static var optional: [StorePlugin] {
        #if SQLite
            let sqlite = StorePlugin.sqlite
        #else
            let sqlite = StorePlugin.absent("sqlite", option: "path", trait: "SQLite")
        #endif
        #if PostgreSQL
            let postgreSQL = StorePlugin.postgreSQL
        #else
            let postgreSQL = StorePlugin.absent(
                "postgresql", schemes: ["postgresql", "postgres"], trait: "PostgreSQL")
        #endif
        #if Remote
            let remote = StorePlugin.remote
        #else
            let remote = StorePlugin.absent("remote", schemes: ["http", "https"], trait: "Remote")
        #endif
        return [sqlite, postgreSQL, remote]
    }
}

extension StorePlugin {
    /// What stands in the place of a store that this build is without.
    fileprivate static func absent(
        _ name: String, schemes: [String] = [], option: String = "url", trait: String
    ) -> StorePlugin {
        StorePlugin(
            name, summary: "Not in this program; built in with: swift build --traits \(trait)",
            options: [PluginOption(option, .text, "The store's address.")], shortForm: [option],
            schemes: schemes
        ) { _ throws(LootError) in
            throw LootError(
                .unsupported, "can't open the store",
                because: "this program was built without stores of this kind",
                next: "Build it with: swift build --traits \(trait)")
        }
    }
}

extension FrontEndPlugin {
    /// The web server, which says on the console where it is.
    fileprivate static func http(on console: any Console) -> FrontEndPlugin {
        .http(
            announce: { url in
                console.write(url + "\n")
                // Nobody who reads it any more is no reason not to serve.
                try? console.flush()
            },
            log: { console.writeError("loot: \($0)\n") })
    }
}
