import LootActions
import LootCore
import WebServer

extension Site {
    /// Handles `GET /i/ID`, the address in the code on a label. Redirects from the complete ID or its beginning to
    /// the item's page.
    func labeled(_ request: Request) async throws(LootError) -> Response {
        let text = request.parameters["id"]
        let items: [Item]
        switch try ItemReference(parsing: text) {
        case .id(let id): items = [try await existing(id)]
        case .prefix(let prefix), .digits(let prefix):
            let query = Query(filter: .compare(Field.idKey, .begins, .text(prefix)))
            items = try await store.page(of: query, rows: 0..<Site.mostLabeled).items
        case .position, .name, .number: items = []
        }
        guard let item = items.first else {
            throw LootError(
                .noSuchItem, "Can't find the item “\(TextRules.visible(text))”.",
                reason: "No ID begins with it.")
        }
        if items.count == 1 {
            return Response(.seeOther, headers: [.location: "/items/\(item.id)", .cacheControl: "no-store"])
        }
        return layout(String(localized: "Which item?"), kind: "small-page", request, needsScript: false)
            .response(SmallPages.choice(among: items), Status(300))
    }

    /// Handles `GET /a/NUMBER`. Redirects from an asset number to the item's page.
    func numbered(_ request: Request) async throws(LootError) -> Response {
        let item = try await inventory.item(.number(request.parameters["number"]))
        return Response(.seeOther, headers: [.location: "/items/\(item.id)", .cacheControl: "no-store"])
    }

    /// The maximum number of items to choose from if an ID is ambiguous.
    private static let mostLabeled = 100
}
