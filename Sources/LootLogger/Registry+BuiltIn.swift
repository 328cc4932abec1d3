public import CLI
import DateSectioning
import FavoriteSectioning
import FieldSectioning
import InitialSectioning
public import LootCore
public import LootWiring
import MemoryStore
import ReadOnlyStore
import ValueSectioning

extension Registry {
    /// Everything that comes with LootLogger: the one place that names the plugins. `console` is where the command
    /// line reads and writes.
    public static func builtIn(console: any Console = ProcessConsole()) throws(LootError) -> Registry {
        try Registry(
            stores: [.memory],
            decorators: [.readOnly],
            sectionings: [.none, .value, .initial, .date, .favorite, .field],
            frontEnds: [.cli(on: console)])
    }
}
