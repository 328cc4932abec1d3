import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

extension Site {
    /// Handles `GET /api/products/{barcode}`. Catalogs limit the number of requests, so looking up products requires
    /// write access.
    func lookUpProduct(_ barcode: Barcode) async throws -> Reply<[UInt8]> {
        if !canWrite {
            throw LootError(
                .readOnly, "Can't look up the barcode \(barcode.description).",
                reason: "The list is read-only here.",
                advice: "Open the list as someone who can change it, and look up the barcode there.")
        }
        let product = try await host.product(barcode)
        let items = try await store.items(of: Query(filter: barcode.filter))
        return Reply(product.json(besides: items), headers: [.cacheControl: "no-store"])
    }
}
