import LootCore
import TextSearch

extension Disposal {
    /// The asset statuses in other programs that correspond to a disposal.
    private static let statuses: [String: Disposal] = [
        "sold": .sold, "lost": .lost, "stolen": .lost, "lost/stolen": .lost, "archived": .discarded,
        "discarded": .discarded, "disposed": .discarded, "retired": .discarded, "donated": .given,
    ]

    /// Creates the disposal for a status in another program. Returns `nil` if the status isn't a disposal.
    init?(statusOfAsset text: String) {
        guard let disposal = Disposal.statuses[Folding.fold(text)] else { return nil }
        self = disposal
    }
}
