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
import PropertyListStore
import ReadOnlyStore
import TUI
import ValueSectioning

#if PostgreSQL
    import PostgreSQLStore
#endif
#if SQLite
    import SQLiteStore
#endif

extension Registry {
    /// Everything that comes with LootLogger: the one place that names the plugins. `console` is where the command
    /// line reads and writes.
    public static func builtIn(console: any Console = ProcessConsole()) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList] + databaseStores,
            decorators: [.readOnly],
            sectionings: [.none, .value, .initial, .date, .favorite, .field],
            frontEnds: [.cli(on: console), .tui, .http(on: console)])
    }
}

extension Registry {
    /// The stores that need a library of the system's, each behind a trait of the package.
    fileprivate static var databaseStores: [StorePlugin] {
        var stores: [StorePlugin] = []
        #if SQLite
            stores.append(.sqlite)
        #endif
        #if PostgreSQL
            stores.append(.postgreSQL)
        #endif
        return stores
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
