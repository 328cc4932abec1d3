import CacheStorePlugin
package import CLI
import DateSectioningPlugin
import FavoriteSectioningPlugin
import FieldSectioningPlugin
import HTTP
import InitialSectioningPlugin
import ItemFormatPlugins
import JSONStorePlugin
import LootActions
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
    /// Returns a registry of all built-in plugins, for a program with the given name. Only this function lists them.
    /// The command line uses `console` for input and output.
    package static func builtIn(
        name: String = "loot", console: any Console = ProcessConsole()
    ) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList, .sqlite, .postgreSQL, .remote],
            decorators: [.readOnly, .mirror, .cache],
            sectionings: [.none, .value, .initial, .date, .favorite, .field, .place],
            catalogs: [.upcItemDB, .openFoodFacts, .web],
            importers: ItemFormat.all.map { .items($0) } + [.archive, .workbook, .openDocument],
            exporters: ItemFormat.all.map { .items($0) } + [.archive, .spreadsheet],
            actions: Action.builtIn, frontEnds: [.cli(on: console), .tui, .http(on: console, name)])
    }
}

extension FrontEndPlugin {
    /// Returns the web server, which writes its URL to the console.
    fileprivate static func http(on console: any Console, _ name: String) -> FrontEndPlugin {
        .http(
            announce: { url in
                console.write(url + "\n")
                // Serve even if nobody reads the output.
                try? console.flush()
            },
            log: { console.writeError("\(name): \($0)\n") })
    }
}
