import LootControllers
import LootCore
import TerminalKit

/// The screen of one item: a row for each field of the form, with the control that fits.
///
/// It keeps everything that was typed in its form; saving is its owner's.
final class DetailPage: View {
    private(set) var form: DetailForm
    /// Whether the item is still to be added.
    private(set) var isNew: Bool
    let status = StatusLine()
    /// What was typed is to be saved, and the page left if that works.
    var onSave: (_ leaves: Bool) -> Void = { _ in }
    /// What was typed is to be thrown away.
    var onDiscard: () -> Void = {}
    /// A field of the person's own is wanted.
    var onAddField: () -> Void = {}
    /// The item is to get another photo, or none.
    var onChoosePhoto: () -> Void = {}
    var onRemovePhoto: () -> Void = {}

    private let presentation: ItemPresentation
    private let stack = StackView(.vertical)
    private let scroll: ScrollView
    private let labels = WidthGroup()
    private let more = Button("Another field…")
    private let picture = ImageView(contentMode: .aspectFit)
    /// The photo that is shown, or looked for.
    private(set) var photo: PhotoID?
    /// What is known of it beyond its name.
    private var photoText: String?
    private var rows: [FieldRow] = []

    init(_ form: DetailForm, isNew: Bool, presentation: ItemPresentation) {
        self.form = form
        self.isNew = isNew
        self.presentation = presentation
        stack.horizontalMargin = 1
        scroll = ScrollView(stack)
        super.init()
        addSubview(scroll)
        addSubview(status)
        more.on(.primaryAction) { [weak self] in self?.onAddField() }
        stack.addSubview(StackView(.horizontal, alignment: .leading, [more]))
        for row in form.rows { add(row) }
        picture.isHidden = true
        stack.insertSubview(picture, at: 0)
    }

    override func layoutSubviews() {
        let line = bounds.height > 3 ? 1 : 0
        picture.fixedHeight = max(1, min(10, bounds.height / 3))
        // Elsewhere the photo's own row says what it is.
        picture.isHidden = !draws(picture.image?.format)
        scroll.frame = Rect(width: bounds.width, height: bounds.height - line)
        status.frame = Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
    }

    // MARK: Photo

    /// Whether the item has another photo than the one that is shown; the new one is looked for from now on.
    func takeNewPhoto() -> Bool {
        guard form.item.photo != photo else { return false }
        photo = form.item.photo
        photoText = nil
        picture.image = nil
        return photo != nil
    }

    /// Whether the terminal draws the picture itself.
    func draws(_ picture: Photo) -> Bool { draws(Image(name: "", file: picture.bytes)?.format) }

    private func draws(_ format: Image.Format?) -> Bool {
        format.map { window?.imageFormats.contains($0) == true } ?? false
    }

    /// Shows the photo or its thumbnail, where the terminal draws it, and says what it is; nil when it is not there.
    func showPicture(_ found: Photo?) {
        photoText =
            found.map { $0.id == photo ? ItemPresentation.text(of: $0) : $0.id.short } ?? "It is not there."
        picture.image = found.flatMap { Image(name: $0.kind.title, file: $0.bytes) }
        describePhoto()
        setNeedsLayout()
    }

    private func describePhoto() {
        if let photoText, photo == form.item.photo { rows.first { $0.key == "photo" }?.show(text: photoText) }
    }

    // MARK: Rows

    private func add(_ row: DetailForm.Row) {
        let photo = PhotoActions { [weak self] in
            self?.onChoosePhoto()
        } remove: { [weak self] in
            self?.onRemovePhoto()
        }
        let control = FieldControl(row, currency: presentation.money.symbol, photo: photo) {
            [weak self] text in
            self?.set(text, for: row.id)
        }
        let view = FieldRow(row, control, labels: labels)
        rows.append(view)
        stack.insertSubview(view, at: stack.subviews.count - 1)
    }

    private func set(_ text: String, for key: FieldKey) {
        form.set(text, for: key)
        guard let row = form[key] else { return }
        rows.first { $0.key == key }?.show(row)
        status.message = ""
    }

    /// Shows what the form holds.
    private func showAll() {
        for row in form.rows {
            if let view = rows.first(where: { $0.key == row.id }) { view.show(row) } else { add(row) }
        }
        for view in rows where form[view.key] == nil { view.removeFromSuperview() }
        rows.removeAll { form[$0.key] == nil }
        describePhoto()
    }

    /// Takes over what has become of the item; what was typed is kept.
    func adopt(_ item: Item) {
        form.follow(item)
        showAll()
    }

    /// Takes over what somebody else made of the item.
    func follow(_ item: Item) {
        guard item != form.item else { return }
        adopt(item)
        status.message = "Somebody else changed this item; what you typed is kept."
    }

    /// What was typed is in the store now.
    func saved(_ item: Item) {
        isNew = false
        form = DetailForm(item)
        showAll()
        status.message = "Saved."
    }

    /// The item has to be added, because it is no longer there.
    func becomeNew() { isNew = true }

    /// Adds a row for a field of the person's own.
    func addField(_ name: String, _ type: FieldType) throws(LootError) {
        try form.addCustomField(name, type)
        showAll()
        focus(on: .custom(name))
    }

    func toggleFavorite() {
        set(form["isFavorite"]?.text == "true" ? "false" : "true", for: "isFavorite")
    }

    /// Puts the focus on the control of a field.
    func focus(on key: FieldKey?) { rows.first { $0.key == key }?.focusControl() }

    func focusFirstField() { rows.first?.focusControl() }

    // MARK: Leaving

    /// Saves and stays.
    func save() { onSave(false) }

    /// Saves what was changed, and goes back.
    func leave() { onSave(true) }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key("s", .control): save()
        case Key("g", .control): onDiscard()
        case Key(.escape): leave()
        default: return false
        }
        return true
    }
}
