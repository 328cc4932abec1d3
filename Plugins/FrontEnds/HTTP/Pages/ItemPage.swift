import LootActions
import LootCore
import LootFormats

/// One item, to be read: looking is not editing.
struct ItemPage {
    let item: Item
    let presentation: ItemPresentation
    let canWrite: Bool
    let keepsPhotos: Bool
    let back: String
    /// What a form has just saved, if this page follows one.
    var saved: Saved?

    /// A word that a form was saved.
    struct Saved {
        /// The state that saving made; nil when everything was there already.
        var revision: Revision?
        /// What others had changed since the form was opened.
        var also: [FieldKey] = []
    }

    private var path: String { "/items/\(item.id)" }
    private var backField: [(name: String, value: String)] { [("back", back)] }
    private var ownAddress: String { Site.address(of: item.id, back: back) }
    private var edit: String { "\(path)?edit" + (back == "/" ? "" : "&back=\(PercentEncoding.encode(back))") }

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="\(Site.row(of: item.id, in: back))"><span aria-hidden="true">‹</span> List</a>
        <h1><bdi>\(item.shownName)</bdi>\(problem)</h1>
        <nav class="tools" aria-label="Item">\(canWrite ? favorite : favoriteMark)\(canWrite ? editLink : nil)</nav>
        </div></header>
        <main class="detail-frame">
        \(saved.map(notice))
        \(photo)
        <dl class="facts">
        \(facts)
        </dl>
        <p class="actions"><a class="button" href="\(path)/history\(PercentEncoding.query(backField))">History</a>\
        \(canWrite ? delete : nil)</p>
        </main>
        """
    }

    private var problem: HTML? {
        ItemPresentation.problemMark(of: item).map { " <small class=\"problem\">\($0)</small>" }
    }

    private func notice(of saved: Saved) -> HTML {
        let also = saved.also.map { ItemPresentation.title(of: $0) }.joined(separator: ", ")
        let more: HTML? = also.isEmpty ? nil : " Also changed meanwhile: \(also)."
        let undo: HTML? = saved.revision.map { revision in
            Fragment.button(
                "/undo", "Undo", kind: "quiet",
                fields: [("revision", revision.description), ("back", ownAddress)])
        }
        return """
            <div class="notice saved" role="status"><p>\(saved.revision == nil ? "Nothing had to be changed." : "Saved.")\
            \(more)</p>\(canWrite ? undo : nil)</div>
            """
    }

    private var editLink: HTML { "<a class=\"button prominent\" id=\"edit\" href=\"\(edit)\">Edit</a>" }

    private var favorite: HTML {
        let title =
            item.isFavorite ? "Remove \(item.shownName) from favorites" : "Make \(item.shownName) a favorite"
        return Fragment.button(
            "\(path)/favorite", item.isFavorite ? "★" : "☆", kind: "star", title: title,
            fields: [("favorite", item.isFavorite ? "false" : "true"), ("back", ownAddress)])
    }

    private var favoriteMark: HTML? {
        item.isFavorite ? "<span class=\"star\" role=\"img\" aria-label=\"Favorite\">★</span>" : nil
    }

    private var delete: HTML {
        """
        <a class="button destructive" data-action="delete" data-name="\(item.shownName)" \
        href="\(path)/delete\(PercentEncoding.query(backField))">Delete…</a>
        """
    }

    // MARK: Facts

    private var facts: [HTML] {
        let keys =
            Field.all.filter { !$0.traits.contains(.photo) }.map(\.key)
            + item.custom.keys.sorted().map { FieldKey.custom($0) }
        return keys.compactMap { key in
            let text = presentation.text(of: key, in: item)
            if text.isEmpty || key == "name" || key == "isFavorite" { return nil }
            let isLong = Field.with(key: key)?.traits.contains(.multiline) ?? false
            return """
                <div\(isLong ? " class=\"wide\"" : nil)><dt>\(ItemPresentation.title(of: key))</dt>\
                <dd\(isLong ? " class=\"lines\"" : nil)><bdi>\(text)</bdi></dd></div>
                """
        }
    }

    // MARK: Photo

    /// The photo, and forms to give the item another or none; each is sent by itself.
    private var photo: HTML? {
        guard keepsPhotos, canWrite || item.photo != nil else { return nil }
        let image: HTML? = item.photo.map { photo in
            """
            <a href="/api/photos/\(photo.description)"><img src="/api/photos/\(photo.description)" \
            alt="Photo of \(item.shownName)" decoding="async"></a>
            """
        }
        let remove: HTML? =
            item.photo == nil
            ? nil : Fragment.button("\(path)/photo/delete", "Remove photo", kind: "button", fields: backField)
        let controls: HTML = """
            <div class="actions"><form class="photo-form" method="post" action="\(path)/photo" \
            enctype="multipart/form-data">\(Fragment.hidden(backField))\
            <label for="photo">\(item.photo == nil ? "Add a photo" : "Another photo")</label>\
            <input type="file" id="photo" name="photo" accept="\(ItemPage.photoTypes)" required>\
            <button class="button apply">Upload</button></form>\(remove)</div>
            """
        return """
            <section class="photo" aria-label="Photo">\(image)\(canWrite ? controls : nil)\
            <p class="problem" role="alert" hidden></p></section>
            """
    }

    private static let photoTypes = PhotoKind.allCases.map(\.mediaType).joined(separator: ",")
}
