import LootCollection
import LootCore

/// The items in a store's file.
struct DecodedFile<Shape: Sendable> {
    var items: ItemCollection
    var shape: Shape
    /// The damage of the file, or `nil`. If it is damaged, `items` contains only the intact items.
    var damage: LootError?

    /// Decodes the given content of the file at `path`. If the content is damaged, decodes its intact parts.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format` if a newer version of the program has written the
    ///   file.
    init<Codec: ItemFileCodec>(
        of bytes: [UInt8], at path: String, as codec: Codec
    ) throws(LootError) where Codec.Shape == Shape {
        do throws(LootError) {
            let file = try codec.decode(bytes, from: path)
            (items, shape) = (try ItemCollection(file.items, settings: file.settings), file.shape)
        } catch {
            if error.code == .newerFormat { throw error }
            let (file, lost) = codec.salvage(bytes, from: path)
            var damage = lost.first ?? error
            // The codec can have a more specific suggestion, for example for Git conflict markers.
            if damage.remedy == nil {
                (damage.advice, damage.remedy) = ("See what can be recovered.", .recover)
            }
            (items, shape) = (try ItemCollection(file.items, settings: file.settings), file.shape)
            self.damage = damage
        }
    }
}
