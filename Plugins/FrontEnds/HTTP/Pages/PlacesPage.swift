import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

/// The page with the tree of places.
struct PlacesPage {
    let tree: PlaceTree
    let presentation: ItemPresentation
    let canWrite: Bool
    /// The place that couldn't be moved, and the reason.
    var problem: (place: String, text: String)?
    /// The place that was merged with another one that has the same path.
    var joined: PlacePath?

    var html: HTML {
        """
        \(Fragment.notice(problem?.text, role: "alert"))
        \(Fragment.notice(joined.flatMap(word)))
        \(tree.rows.isEmpty ? "<p class=\"hint\">\(localized: "No item has a place yet.")</p>" : nil)
        \(CardRow.card(tree.rows.indices.map(row) + [unplaced].compactMap(\.self)))
        """
    }

    private func word(_ place: PlacePath) -> String? {
        tree.row(of: place).map { ItemPresentation.joined(place, tree.rows[$0].all.count) }
    }

    private func row(_ index: Int) -> CardRow {
        let row = tree.rows[index]
        let place = tree.place(index)
        let link = Site.address(of: place)
        let item: HTML? = row.item.map {
            " <a class=\"quiet\" href=\"/items/\($0.description)?back=/places\" aria-label=\"\(localized: "Show \(row.name) as an item")\">\(localized: "item")</a>"
        }
        return self.row(
            " class=\"depth-\(min(row.depth, 8))\" id=\"place-\(index)\"",
            "<a href=\"\(link)\"><bdi>\(row.name)</bdi></a>\(item)", row.all,
            controls: canWrite ? change(place) : nil)
    }

    private func row(
        _ attributes: HTML, _ name: HTML, _ holding: PlaceTree.Holding, controls: HTML? = nil
    ) -> CardRow {
        CardRow(
            attributes: attributes, name: name, count: "\(ItemPresentation.count(holding.count))",
            value: "\(presentation.money.text(holding.total))", controls: controls)
    }

    /// Returns the form that renames or moves the given place.
    private func change(_ place: PlacePath) -> HTML {
        let isWrong = problem?.place == place.description
        return """
            <details class="change"\(isWrong ? " open" : nil)><summary aria-label="\(localized: "Rename or move \(place.name)")" \
            title="\(localized: "Rename or move")">\(Icon.pencil)</summary>\
            <form method="post" action="/places/move"><input type="hidden" name="from" value="\(place.description)">\
            <label>\(localized: "New path") <input name="to" value="\(place.description)" required maxlength="1000" \
            autocomplete="off"></label> <button class="button prominent">\(localized: "Save")</button></form></details>
            """
    }

    private var unplaced: CardRow? {
        guard tree.unplaced.count > 0 else { return nil }
        let link = "/" + PercentEncoding.query([("where", "location is not set")])
        return row(
            " class=\"unplaced\"", "<a href=\"\(link)\">\(localized: "No location")</a>", tree.unplaced)
    }
}

extension Site {
    /// Returns the address of the list of items in the given place.
    static func address(of place: PlacePath) -> String {
        let filter = Filter.compare("location", .inside, .text(place.description))
        return "/" + PercentEncoding.query([("where", filter.description)])
    }

    /// Returns the address of the list of items with the given tag.
    static func address(ofTag tag: String) -> String {
        let filter = Filter.compare("tags", .equal, .text(tag))
        return "/" + PercentEncoding.query([("where", filter.description)])
    }

    func addPlaces(to router: inout Router) {
        page(&router, .get, "/places") { request in
            await self.chargeWholeList()
            let tree = try await elsewhere { () throws(LootError) in try await self.inventory.places() }
            return self.placesPage(request, tree, joined: request.query["joined"].map { PlacePath($0) })
        }
        page(&router, .post, "/places/move") { request in
            let form = try await self.form(request)
            let source = PlacePath(form["from"] ?? "")
            do throws(LootError) {
                let move = try PlaceMove(source, to: form["to"] ?? "")
                let (_, met) = try await self.inventory.move(move)
                let joined = PercentEncoding.query([("joined", move.target.description)])
                return Self.redirect("/places\(met > 0 ? joined : "")")
            } catch {
                // Invalid input is reported next to the field.
                guard error.code == .invalidValue || error.code == .noSuchItem else { throw error }
                return self.placesPage(
                    request, try await self.inventory.places(),
                    problem: (source.description, String(localized: "Not moved. \(error.text)")))
            }
        }
    }

    private func placesPage(
        _ request: Request, _ tree: PlaceTree, problem: (place: String, text: String)? = nil,
        joined: PlacePath? = nil
    ) -> Response {
        let page = PlacesPage(
            tree: tree, presentation: presentation, canWrite: canWrite, problem: problem, joined: joined)
        return layout(String(localized: "Places"), kind: "places-page", request).response(
            back: .list, page.html, problem == nil ? .ok : .unprocessableContent)
    }

    /// Handles `GET /api/places`.
    func places(_: Void) async throws -> Reply<[UInt8]> {
        await chargeWholeList()
        let tree = try await elsewhere { () throws(LootError) in try await self.inventory.places() }
        return Reply(ItemListing.json(of: tree, Array(tree.rows.indices)))
    }

    /// Handles `POST /api/places/move`.
    func movePlace(_ move: MovedPlace) async throws -> Reply<Int> {
        let (commit, _) = try await inventory.move(try PlaceMove(move.source, to: move.target.description))
        return Reply(commit?.changes.count ?? 0)
    }
}
