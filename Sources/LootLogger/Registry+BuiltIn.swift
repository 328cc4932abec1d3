import CLI
public import LootCore
public import LootWiring
import MemoryStore
import ReadOnlyStore

extension Registry {
    /// Everything that comes with LootLogger: the one place that names the plugins.
    public static func builtIn() throws(LootError) -> Registry {
        try Registry(
            stores: [.memory],
            decorators: [.readOnly],
            sectionings: [],
            frontEnds: [.cli])
    }
}
