import CacheStore
public import CLI
import DateSectioning
import FavoriteSectioning
import FieldSectioning
import HTTP
import InitialSectioning
import JSONStore
public import LootCore
import LootPlugins
public import LootWiring
import MemoryStore
import MirrorStore
import PostgreSQLStore
import PropertyListStore
import ReadOnlyStore
import RemoteStore
import SQLiteStore
import TUI
import ValueSectioning

extension Registry {
    /// Everything that comes with LootLogger, for a program of this name: the one place that names the plugins.
    /// `console` is where the command line reads and writes.
    public static func builtIn(
        name: String = "loot", console: any Console = ProcessConsole()
    ) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList, .sqlite, .postgreSQL, .remote],
            decorators: [.readOnly, .mirror, .cache],
            sectionings: [.none, .value, .initial, .date, .favorite, .field],
            frontEnds: [.cli(on: console), .tui, .http(on: console, name)])
    }
}

extension FrontEndPlugin {
    /// The web server, which says on the console where it is.
    fileprivate static func http(on console: any Console, _ name: String) -> FrontEndPlugin {
        .http(
            announce: { url in
                console.write(url + "\n")
                // A reader that is gone is no reason not to serve.
                try? console.flush()
            },
            log: { console.writeError("\(name): \($0)\n") })
    }
}
