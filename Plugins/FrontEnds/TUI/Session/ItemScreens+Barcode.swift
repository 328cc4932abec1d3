import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

/// Adding items by the barcode of the product.
extension ItemScreens {
    private static var title: String { String(localized: "Add by barcode") }

    /// Asks for a barcode, to fill the form of a new item with data from a catalog.
    func askForBarcode() {
        if let reason = reasonNotToWrite { return tell(reason) }
        do throws(LootError) { try host.catalogs(for: "Can't add by barcode.") } catch {
            return session.tell(error)
        }
        askForBarcode("")
    }

    /// Asks for a barcode. After an error, the field contains the previous input. `items` are the existing items with
    /// this barcode.
    private func askForBarcode(_ text: String, problem: LootError? = nil, besides items: [Item] = []) {
        let told = [FoundProduct.sentence(of: items), problem?.sentence]
            .compactMap(\.self)
        let alert = Alert(
            ItemScreens.title,
            message: told.isEmpty
                ? String(localized: "The number below the bars, such as 4006381333931")
                : told.joined(separator: "\n"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Look up")) { [weak self] in self?.lookUp($0.first ?? "") },
            ])
        alert.addTextField(text, placeholder: String(localized: "Barcode"))
        alert.present(in: session.window)
    }

    /// Looks up a product in the background. The alert shown meanwhile can cancel it.
    private func lookUp(_ text: String) {
        let barcode: Barcode
        do { barcode = try Barcode(text) } catch { return askForBarcode(text, problem: error) }
        let waiting = Alert(
            ItemScreens.title, message: String(localized: "Looking up \(barcode)…"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel) { [weak self] _ in
                    self?.lookup?.cancel()
                }
            ])
        waiting.present(in: session.window)
        let (host, store) = (host, controller.inventory.store)
        lookup = Task { [weak self] in
            let (items, answer) = await ItemScreens.find(barcode, host, store)
            self?.note { [weak self] () async throws(LootError) in
                // If the person canceled meanwhile, ignore the result.
                guard let self, waiting.window != nil else { return }
                session.window.dismiss(waiting)
                switch answer {
                case .success(let product): add(product, besides: items)
                case .failure(let error): askForBarcode(text, problem: error, besides: items)
                }
            }
        }
    }

    /// Returns the items that already have a barcode, and the product in a catalog.
    @concurrent nonisolated private static func find(
        _ barcode: Barcode, _ host: any ProgramHost, _ store: any ItemStore
    ) async -> ([Item], Result<FoundProduct, LootError>) {
        var items: [Item] = []
        do throws(LootError) {
            items = try await store.items(of: Query(filter: barcode.filter))
            return (items, .success(try await host.product(barcode)))
        } catch { return (items, .failure(error)) }
    }

    /// Shows the form of a new item with the data of a product. Nothing is added until the person saves it.
    private func add(_ product: FoundProduct, besides items: [Item]) {
        if let reason = reasonNotToWrite { return tell(reason) }
        showNew(DetailForm(own: presentation.ownFields, values: product.values))
        detail?.status.message =
            FoundProduct.sentence(of: items)
            ?? String(localized: "From \(product.catalog). Nothing has been saved yet.")
    }
}
