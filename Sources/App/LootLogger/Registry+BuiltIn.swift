import CacheStorePlugin
package import CLI
import DateSectioningPlugin
import FavoriteSectioningPlugin
import FieldSectioningPlugin
import HTTP
import InitialSectioningPlugin
import ItemFormatPlugins
import JSONStorePlugin
package import LootCore
import LootFormats
import LootPlugins
package import LootWiring
import MemoryStorePlugin
import MirrorStorePlugin
import PlaceSectioningPlugin
import PostgreSQLStorePlugin
import PropertyListStorePlugin
import ReadOnlyStorePlugin
import RemoteStorePlugin
import SQLiteStorePlugin
import TUI
import ValueSectioningPlugin
import WebCatalogPlugin

extension Registry {
    /// Everything that comes with LootLogger, for a program of this name: the one place that names the plugins.
    /// `console` is where the command line reads and writes.
    package static func builtIn(
        name: String = "loot", console: any Console = ProcessConsole()
    ) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList, .sqlite, .postgreSQL, .remote],
            decorators: [.readOnly, .mirror, .cache],
            sectionings: [.none, .value, .initial, .date, .favorite, .field, .place],
            catalogs: [.upcItemDB, .openFoodFacts, .web],
            importers: ItemFormat.all.map { .items($0) } + [.archive],
            exporters: ItemFormat.all.map { .items($0) } + [.archive],
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
