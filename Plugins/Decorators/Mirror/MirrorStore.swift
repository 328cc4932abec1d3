public import LootCore
public import LootPlugins

/// A store whose every change is also kept in a second one, its mirror: `"with": [{"use": "mirror", "to": "json:…"}]`.
///
/// The promise:
///
/// 1. The store comes first. What it refuses never reaches the mirror, and what it acknowledged stands.
/// 2. A change returns after the mirror has the change too. When the mirror can't be written the change stands, and
///    watchers are told `failed`; from then on the store takes no change before the mirror is level again, so that it
///    is never more than that one change behind. Closing tries once more, and throws when the mirror stays behind.
/// 3. What others write to the store follows as soon as the store tells of it.
/// 4. At the start both are compared, item by item and to the byte, unless they are in the states in which an earlier
///    run left them with the same. An empty mirror is filled, one that is some changes behind, as after a crash, is
///    brought up to date; any other that differs is refused, and nothing is changed in it.
public enum MirrorStore {
    /// A store with its mirror, after both were compared. Messages call the mirror by `name`, its address.
    ///
    /// - Throws: ``/LootCore/LootError`` when the mirror can't be read or written, or with code `cannot-create` when it
    ///   holds something else than the store.
    public static func open(_ store: any ItemStore, to mirror: any ItemStore, named name: String)
        async throws(LootError) -> some ItemStore
    { try await MirroringStore.open(store, to: mirror, named: name, noting: nil) }
}

extension DecoratorPlugin {
    /// The decorator `mirror`.
    public static let mirror = DecoratorPlugin(
        "mirror", summary: "Keeps every change in a second store, too.",
        options: [
            PluginOption(
                "to", .address, isRequired: true, "The second store's address, such as json:backup.json.")
        ]
    ) { store, settings, open throws(LootError) in
        let address = settings.text("to") ?? ""
        let mirror = try await open(address)
        do throws(LootError) {
            let note = settings.stateFolder.map { LevelNote(of: address, in: $0) }
            return try await MirroringStore.open(store, to: mirror, named: address, noting: note)
        } catch {
            // What went wrong first is what is told.
            do throws(LootError) { try await mirror.close() } catch {}
            throw error
        }
    }
}
