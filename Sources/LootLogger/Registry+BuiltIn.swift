public import CLI
import DateSectioning
import FavoriteSectioning
import FieldSectioning
import InitialSectioning
import JSONStore
public import LootCore
public import LootWiring
import MemoryStore
import PropertyListStore
import ReadOnlyStore
import TUI
import ValueSectioning

extension Registry {
    /// Everything that comes with LootLogger: the one place that names the plugins. `console` is where the command
    /// line reads and writes.
    public static func builtIn(console: any Console = ProcessConsole()) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory, .json, .propertyList],
            decorators: [.readOnly],
            sectionings: [.none, .value, .initial, .date, .favorite, .field],
            frontEnds: [.cli(on: console), .tui])
    }
}
