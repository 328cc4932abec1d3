public import LootCore
public import LootPlugins

/// A store that copies each change to a second store, its mirror: `"with": [{"use": "mirror", "to": "json:…"}]`.
///
/// 1. The store is authoritative. A change that it rejects never reaches the mirror, and a change that it
///    acknowledges is final.
/// 2. A change returns after the mirror has it, too. If the mirror can't be written, the change remains, observers
///    receive `failed`, and the store rejects further changes until the mirror is up to date. The mirror is therefore
///    at most one change behind. Closing the store tries again, and throws if the mirror remains behind.
/// 3. Changes by other writers are copied when the store reports them.
/// 4. On opening, the items of both are compared, unless both are unchanged since an earlier process left them
///    identical. An empty mirror is filled. A mirror that is a few changes behind, for example after a crash, is
///    updated. Any other mirror with different items is rejected and not changed.
public enum MirrorStore {
    /// Opens a store with its mirror after comparing them. Messages use the mirror's address, `name`.
    ///
    /// - Throws: ``/LootCore/LootError`` if the mirror can't be read or written, or with code `cannot-create` if it
    ///   contains different items.
    public static func open(_ store: any ItemStore, to mirror: any ItemStore, named name: String)
        async throws(LootError) -> some ItemStore
    { try await MirroringStore.open(store, to: mirror, named: name, noting: nil) }
}

extension DecoratorPlugin {
    /// The decorator `mirror`.
    public static let mirror = DecoratorPlugin(
        "mirror", summary: "Writes every change to a second store, too.",
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
            // Throw the first error, even if closing the mirror fails as well.
            do throws(LootError) { try await mirror.close() } catch {}
            throw error
        }
    }
}
