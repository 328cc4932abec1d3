import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit

extension ItemScreens {
    /// The item whose photo or files are changed: the one in the details, or the one at the cursor.
    var itemForPhoto: Item? {
        detail?.form.item ?? controller.list.cursor.flatMap { controller.item(at: $0) }
    }

    /// Asks for the path of a photo. A new item is saved first.
    func askForPhoto(_ path: String = "") {
        if let detail, detail.isNew { return saveForPhoto(detail) { $0.askForPhoto() } }
        guard let item = itemForPhoto else { return }
        let kinds = Language.current.list(FileKind.pictures.map(\.title), .none)
        let known =
            item.photo == nil ? "" : String(localized: "It replaces the current photo. You can undo this.")
        askForFile(
            String(localized: "Photo of “\(item.shownName)”"),
            Language.current.joined([String(localized: "A file: \(kinds)."), known]),
            path
        ) {
            $0.takePhoto($1, for: item)
        }
    }

    /// Saves a new item and then calls `next`.
    func saveForPhoto(_ page: DetailPage, _ next: @escaping (ItemScreens) -> Void) {
        guard page.form.isChanged else {
            return tell(
                String(localized: "Save the item with a name first. Then you can add photos and files."))
        }
        save { [weak self] in self.map(next) }
    }

    private func takePhoto(_ path: String, for item: Item) {
        performOnFile(asking: { $0.askForPhoto(path) }) { (screens) async throws(LootError) in
            let photo = screens.controller.inventory.asKept(try screens.namedFiles.photo(path))
            let commit = try await screens.controller.inventory.setPhoto(photo, of: item.id)
            try await screens.showItem(
                item.id,
                String(
                    localized: "The photo of “\(item.shownName)” is now \(ItemPresentation.text(of: photo))."),
                commit)
        }
    }

    /// Removes the photo of the item.
    func removePhoto() {
        guard let item = itemForPhoto else { return }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await controller.inventory.removePhoto(of: item.id)
            let text =
                commit == nil
                ? String(localized: "“\(item.shownName)” has no photo.")
                : String(localized: "Removed the photo of “\(item.shownName)”.")
            try await showItem(item.id, text, commit)
        }
    }

    /// Updates an item in the list and in the details, and shows a message.
    func showItem(
        _ id: ItemID, _ message: String, _ commit: Commit?
    ) async throws(LootError) {
        try await controller.catchUp()
        if let detail, detail.form.item.id == id,
            let item = try await controller.inventory.store.item(id)
        {
            detail.adopt(item)
            showPhoto(in: detail)
        }
        tell(message, undoing: commit)
    }

    /// Loads the photo of the item in the details: the thumbnail, or the photo itself if there is no thumbnail that
    /// can be drawn.
    func showPhoto(in page: DetailPage) {
        guard page.takeNewPhoto(), let id = page.photo, let keeper = controller.inventory.store.fileKeeper
        else {
            return
        }
        let formats = session.window.imageFormats
        perform { () async throws(LootError) in
            var picture = try await keeper.thumbnail(of: id)
            var image =
                if let picture { await ItemScreens.image(of: picture, drawnBy: formats) } else {
                    nil as Image?
                }
            if image == nil {
                picture = try await keeper.file(id)
                if let picture { image = await ItemScreens.image(of: picture, drawnBy: formats) }
            }
            if page.photo == id { page.showPicture(picture, image) }
        }
    }
}
