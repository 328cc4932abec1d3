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

    private let presentation: ItemPresentation
    private let stack = StackView(.vertical)
    private let scroll: ScrollView
    private let labels = WidthGroup()
    private let more = Button("Another field…")
    private let picture = ImageView(contentMode: .aspectFit)
    /// The photo that is shown, or looked for.
    private(set) var photo: PhotoID?
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
        // Where no pictures are drawn, its mark takes a line and no more.
        picture.fixedHeight = window?.drawsImages == true ? max(1, min(10, bounds.height / 3)) : 1
        scroll.frame = Rect(width: bounds.width, height: bounds.height - line)
        status.frame = Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
    }

    // MARK: Photo

    /// Whether the item has another photo than the one that is shown; the new one is looked for from now on.
    func takeNewPhoto() -> Bool {
        guard form.item.photo != photo else { return false }
        photo = form.item.photo
        picture.isHidden = true
        return photo != nil
    }

    /// Shows the photo: as PNG where the terminal takes that, otherwise as a mark that says what it is.
    func show(_ photo: Photo) {
        let size = photo.bytes.count < 1024 ? "\(photo.bytes.count) bytes" : "\(photo.bytes.count >> 10) KiB"
        picture.image = Image(name: "\(photo.kind.title), \(size)", png: photo.bytes)
        picture.isHidden = picture.image == nil
    }

    // MARK: Rows

    private func add(_ row: DetailForm.Row) {
        let view = FieldRow(row, labels: labels, currency: presentation.money.symbol) { [weak self] text in
            self?.set(text, for: row.id)
        }
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
    }

    /// Takes over what somebody else made of the item.
    func follow(_ item: Item) {
        guard item != form.item else { return }
        form.follow(item)
        showAll()
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
