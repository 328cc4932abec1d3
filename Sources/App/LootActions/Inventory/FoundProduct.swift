package import LootCore
import LootFormats
package import LootPlugins

/// A product as a catalog knows it.
package struct FoundProduct: Hashable, Sendable {
    /// What was asked for.
    package let barcode: Barcode
    /// The name of the catalog that knows it.
    package let catalog: String
    /// What a new item of it begins with, the barcode included.
    package let values: Patch

    /// A JSON object with the barcode, the catalog, the values, and the items that have this barcode already.
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
    /// What is told of items that have its barcode: `You have it already: Pencil.`; nil where there are none.
    package static func sentence(of items: [Item]) -> String? {
        if items.isEmpty { return nil }
        let names = items.prefix(3).map(\.shownName).joined(separator: ", ")
        return "You have it already: \(names)\(items.count > 3 ? " and \(items.count - 3) more" : "")."
    }
}

extension ProgramHost {
    /// The configured catalogs, one at least, to be asked for what an error would say that it can't be done.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unsupported` where none is configured.
    @discardableResult
    package func catalogs(for what: String) throws(LootError) -> [any ProductCatalog] {
        let catalogs = try catalogs()
        if !catalogs.isEmpty { return catalogs }
        throw LootError(
            .unsupported, what, because: "the configuration names no catalog of products",
            next: "Name one under catalogs, as in \"catalogs\": [\"upcitemdb\"]")
    }

    /// Looks a product up: the configured catalogs are asked in turn until one knows it. What a declared field can't hold is
    /// left out.
    ///
    /// - Throws: ``/LootCore/LootError``: `no-such-product` where none knows it, `catalog-failed` where none does and one
    ///   could not be asked, `unsupported` where none is configured.
    package func product(_ barcode: Barcode) async throws(LootError) -> FoundProduct {
        let what = "can't look up the barcode \(barcode)"
        let catalogs = try catalogs(for: what)
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
        let names = catalogs.map(\.name).joined(separator: ", ")
        throw LootError(
            .noSuchProduct, what, because: "no catalog knows it, of: \(names)",
            next: "Add the item by its name", field: Barcode.field)
    }
}

extension OwnFields {
    /// The edit as a declared field takes it; nil where it can't.
    fileprivate func fitting(_ edit: Patch.Edit) -> Patch.Edit? {
        guard let name = edit.field.customName, let declared = self[name], let value = edit.value else {
            return edit
        }
        return (try? declared.checked(value)).map { Patch.Edit(declared.key, $0) }
    }
}
