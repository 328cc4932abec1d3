import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins

/// The page of an item, for reading.
struct ItemPage {
    let item: Item
    /// The files of the item, including its photo.
    let files: [FileEntry]
    let presentation: ItemPresentation
    let today: Day
    let canWrite: Bool
    /// The actions that the person can run.
    let actions: [Action]
    let keepsFiles: Bool
    let back: String
    /// The items inside, if the item is a place of other items.
    let contents: (items: [Item], all: PlaceTree.Holding)?
    /// The notice that the item was just changed, if it was.
    var saved: Saved?

    /// The notice that a form was saved or an action was run.
    struct Saved {
        /// The revision after saving, or `nil` if nothing had changed.
        var revision: Revision?
        /// The fields that other writers had changed since the form was opened.
        var also: [FieldKey] = []
        /// The message of the action.
        var message: Message?
    }

    private var path: String { "/items/\(item.id)" }
    private var backField: [(name: String, value: String)] { [("back", back)] }
    private var ownAddress: String { Site.address(of: item.id, back: back) }
    private var edit: String { "\(path)?edit" + (back == "/" ? "" : "&back=\(PercentEncoding.encode(back))") }

    var html: HTML {
        """
        \(saved.map(notice))
        <div class="sides">
        <dl class="card facts">
        \(facts)
        </dl>
        \(photo)
        </div>
        \(filesSection)
        \(inside)
        """
    }

    var backLink: BackLink { BackLink(address: Site.row(of: item.id, in: back), title: BackLink.list.title) }

    var heading: HTML { "<bdi>\(item.shownName)</bdi>\(problem)" }

    /// The buttons in the title bar.
    var tools: HTML {
        """

        <nav class="tools" aria-label="\(localized: "Item")">\(canWrite ? nil : favoriteMark)\(buttons.prominent)\(canWrite ? editLink : nil)\(menu)</nav>
        """
    }

    /// The menu with less frequent actions.
    private var menu: HTML {
        """
        <details class="menu"><summary class="button icon" aria-label="\(localized: "Actions for \(item.shownName)")" title="\(localized: "Actions")">\(Icon.more)</summary>\
        <div>\(buttons.menu)<a href="\(path)/history\(PercentEncoding.query(backField))">\(localized: "History")</a>\(canWrite ? delete : nil)</div></details>
        """
    }

    private var problem: HTML? {
        ItemPresentation.problemMark(of: item).map { " <small class=\"problem\">\($0)</small>" }
    }

    private func notice(of saved: Saved) -> HTML {
        let also = Language.current.list(saved.also.map { ItemPresentation.title(of: $0) }, .none)
        let more: HTML? = also.isEmpty ? nil : " \(localized: "Also changed in the meantime: \(also).")"
        let text = saved.message ?? (saved.revision == nil ? "Nothing to save." : "Saved.")
        let undo: HTML? = saved.revision.map { revision in
            Fragment.button(
                "/undo", "\(localized: "Undo")", kind: "quiet",
                fields: [("revision", revision.description), ("back", ownAddress)])
        }
        return """
            <div class="notice saved" role="status"><p>\(localized: text)\(more)</p>\(canWrite ? undo : nil)</div>
            """
    }

    private var editLink: HTML {
        "<a class=\"button prominent\" id=\"edit\" href=\"\(edit)\">\(localized: "Edit")</a>"
    }

    private var buttons: ActionButtons { ActionButtons(item: item, actions: actions, back: ownAddress) }

    private var favoriteMark: HTML {
        item.isFavorite
            ? "<span class=\"star\" role=\"img\" aria-label=\"\(localized: "Favorite")\">★</span>" : ""
    }

    private var delete: HTML {
        """
        <a class="destructive" data-action="delete" data-name="\(item.shownName)" \
        href="\(path)/delete\(PercentEncoding.query(backField))">\(localized: "Remove…")</a>
        """
    }

    // MARK: Places

    /// The maximum number of contained items to display.
    static let mostContents = 100

    private var inside: HTML? {
        guard let contents, let place = item.ownPlace else { return nil }
        let all = contents.all
        let rows = contents.items.map { inner -> HTML in
            let query = PercentEncoding.query([("back", ownAddress)])
            return """
                <li><a href="/items/\(inner.id.description)\(query)"><bdi>\(inner.shownName)</bdi></a> \
                <span class="value">\(presentation.quantityAndValue(of: inner))</span></li>

                """
        }
        let more: HTML? =
            all.count > contents.items.count
            ? "<p><a href=\"\(Site.address(of: place))\">\(localized: "Show all \(all.count)")</a></p>" : nil
        return """
            <section class="contents" aria-labelledby="contents"><h2 id="contents">\(localized: "Contents")</h2>
            <p><a href="\(Site.address(of: place))">\(ItemPresentation.count(all.count))</a>, \
            \(presentation.money.text(all.total))</p>
            <ul>
            \(rows)</ul>\(more)</section>
            """
    }

    /// Returns the given place with a link for each component.
    private func breadcrumbs(_ place: PlacePath) -> HTML {
        var html: HTML = ""
        for (index, part) in place.parts.enumerated() {
            if index > 0 { html += " <span aria-hidden=\"true\">/</span> " }
            html += "<a href=\"\(Site.address(of: place.prefix(index + 1)))\"><bdi>\(part)</bdi></a>"
        }
        return html
    }

    // MARK: Facts

    private var facts: [HTML] {
        let keys =
            ItemPage.beginning
            + Field.shownKeys.filter { key in
                !ItemPage.beginning.contains(key)
                    && Field.with(key: key)?.traits.isDisjoint(with: [.photo, .files]) ?? true
            }
            + item.custom.keys.sorted().map { FieldKey.custom($0) }
        return keys.compactMap { key in
            let text = presentation.text(of: key, in: item)
            if text.isEmpty || key == "name" || key == "isFavorite" { return nil }
            if key == "quantity", item.quantity == 1 { return nil }
            if key == "location", let place = item.place {
                return "<div>\(title(key))<dd>\(breadcrumbs(place))</dd></div>"
            }
            if key == "tags", !item.tags.isEmpty {
                let tags: [HTML] = item.tags.map { tag in
                    "<a class=\"tag\" href=\"\(Site.address(ofTag: tag))\"><bdi>\(tag)</bdi></a> "
                }
                return "<div>\(title(key))<dd>\(tags)</dd></div>"
            }
            if let machine = machineDate(key) {
                return """
                    <div>\(title(key))<dd><time datetime="\(machine)">\(text)</time>\
                    \(remaining(of: key))</dd></div>
                    """
            }
            let isLong = Field.with(key: key)?.traits.isDisjoint(with: [.multiline, .log]) == false
            let isMoney = Field.shownType(of: key) == .amount
            return """
                <div\(isLong ? " class=\"wide\"" : nil)>\(title(key))\
                <dd\(isLong ? " class=\"lines\"" : nil)><bdi\(isMoney ? " class=\"money\"" : nil)>\(text)</bdi>\(remaining(of: key))</dd></div>
                """
        }
    }

    /// The first facts on the page.
    private static let beginning: [FieldKey] = ["serialNumber", "valueInDollars", "dateCreated"]

    /// Returns the title of the given field, with a link to a form that edits only this field.
    private func title(_ key: FieldKey) -> HTML {
        let title = ItemPresentation.title(of: key)
        guard canWrite, Field.computed(named: key.rawValue) == nil else { return "<dt>\(title)</dt>" }
        return """
            <dt>\(title) <a class="edit-one" href="\(edit)#field-\(key.rawValue)" data-field="\(key.rawValue)" \
            aria-label="\(localized: "Edit \(title)")">\(Icon.pencil)</a></dt>
            """
    }

    /// Returns the value of the given field in ISO format, or `nil` if the field isn't a date. A script formats the
    /// date for the user's locale.
    private func machineDate(_ key: FieldKey) -> String? {
        switch item.value(for: key) {
        case .day(let day): day.description
        case .moment(let moment): moment.description
        default: nil
        }
    }

    /// Returns the time until the due date of the given field, or `nil` if the field has no due date.
    private func remaining(of key: FieldKey) -> HTML? {
        ItemPresentation.remaining(of: key, in: item, on: today).map { " <small>(\($0))</small>" }
    }

    // MARK: Photo

    private var photo: HTML? {
        guard keepsFiles, let photo = item.photo else { return nil }
        return """
            <section class="photo" aria-label="\(localized: "Photo")"><a href="/api/files/\(photo.description)">\
            <img src="/api/files/\(photo.description)" alt="\(localized: "Photo of \(item.shownName)")" decoding="async"></a></section>
            """
    }

    private var filesSection: HTML? {
        guard keepsFiles, canWrite || !files.isEmpty else { return nil }
        return ItemFilesSection(item: item, files: files, canWrite: canWrite, back: back).html
    }
}
