package import LootCore
import LootFormats
package import LootPlugins

/// A product found in a catalog.
package struct FoundProduct: Hashable, Sendable {
    /// The barcode of the product.
    package let barcode: Barcode
    /// The name of the catalog.
    package let catalog: String
    /// The values for a new item, including the barcode.
    package let values: Patch

    /// Returns a JSON object with the barcode, the catalog, the values, and existing items with this barcode.
    package func json(besides items: [Item]) -> [UInt8] {
        var bytes = Array("{\"barcode\":\"\(barcode)\",\"catalog\":".utf8)
        bytes += ForeignValue.text(catalog).json(columns: .max).utf8
        bytes += Array(",\"values\":".utf8)
        ChangeWriter().append(values, to: &bytes)
        bytes += Array(",\"items\":[".utf8)
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONItemWriter().append(item, to: &bytes)
        }
        return bytes + Array("]}\n".utf8)
    }
}

extension FoundProduct {
    /// Returns a sentence about existing items with the barcode, for example `You have it already: Pencil.`, or `nil`
    /// if there are none.
    package static func sentence(of items: [Item]) -> String? {
        if items.isEmpty { return nil }
        let names = Language.current.list(items.prefix(3).map(\.shownName), .none)
        return items.count > 3
            ? String(
                localized:
                    "Already in your list: \(names) and \(items.count - 3, one: "more", other: "more")."
            )
            : String(localized: "Already in your list: \(names).")
    }
}

extension ProgramHost {
    /// Returns the configured catalogs. `operation` is the failure if there are none: `Can't look up the product.`
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unsupported` if none is configured.
    @discardableResult
    package func catalogs(for operation: Message) throws(LootError) -> [any ProductCatalog] {
        let catalogs = try catalogs()
        if !catalogs.isEmpty { return catalogs }
        throw LootError(
            .unsupported, operation, reason: "The configuration doesn't list a product catalog.",
            advice: "Add one, as in \"catalogs\": [\"upcitemdb\"].")
    }

    /// Looks up a product. Asks the configured catalogs in order until one contains it. Values that don't fit
    /// a declared field are dropped.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `no-such-product` if no catalog contains it,
    ///   `catalog-failed` if none does and one couldn't be reached, and `unsupported` if none is configured.
    package func product(_ barcode: Barcode) async throws(LootError) -> FoundProduct {
        let operation: Message = "Can't look up the barcode \(barcode.description)."
        let catalogs = try catalogs(for: operation)
        var failure: LootError?
        for catalog in catalogs {
            do {
                guard let values = try await catalog.values(for: barcode) else { continue }
                let own = ownFields
                let edits = (values.edits + [.init(Barcode.field, .text(barcode.digits))])
                    .compactMap { own.fitting($0) }
                return FoundProduct(barcode: barcode, catalog: catalog.name, values: Patch(edits))
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        let names = catalogs.map(\.name)
        throw LootError(
            .noSuchProduct, operation,
            reason: names.count == 1
                ? "The catalog \(names[0]) doesn't contain it."
                : "The catalogs \(list: names) don't contain it.",
            advice: "Add the item by its name.", field: Barcode.field)
    }
}

extension OwnFields {
    /// Returns the edit converted for the declared field, or `nil` if the value doesn't fit.
    fileprivate func fitting(_ edit: Patch.Edit) -> Patch.Edit? {
        guard let name = edit.field.customName, let declared = self[name], let value = edit.value else {
            return edit
        }
        return (try? declared.checked(value)).map { Patch.Edit(declared.key, $0) }
    }
}
