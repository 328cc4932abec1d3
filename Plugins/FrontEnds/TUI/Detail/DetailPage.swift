import LootActions
import LootCore
import LootPlugins
import TerminalKit

/// The screen of an item: a row for each field, for reading and for editing.
///
/// Name, serial number, value and date come first, then the fields in use; “More” shows the other fields. The form
/// keeps everything that was typed; `Actions.save` saves it.
final class DetailPage: View {
    /// The actions that a page calls.
    struct Actions {
        /// Returns to the previous screen.
        var back: () -> Void = {}
        /// Saves what was typed.
        var save: () -> Void = {}
        /// Starts editing at a field. If it is `nil`, starts at the focused field, or at the first one.
        var edit: (FieldKey?) -> Void = { _ in }
        /// Starts editing a single field.
        var editOne: (FieldKey) -> Void = { _ in }
        /// Saves the edited field, and starts editing another one.
        var saveAndEdit: (FieldKey) -> Void = { _ in }
        /// The actions on items. Those with a suggested key appear as hints.
        var offered: [Action] = []
        /// Performs a command.
        var perform: (Command) -> Void = { _ in }
        /// Adds a custom field.
        var addField: () -> Void = {}
        /// Asks for a photo.
        var choosePhoto: () -> Void = {}
        var removePhoto: () -> Void = {}
        /// Shows the menu of the item's files.
        var chooseForFiles: () -> Void = {}
        /// Asks for a date, with an initial text.
        var typeDate: (FieldKey, String) -> Void = { _, _ in }
        /// Returns the completion of a field's text, or `nil` if Tab should move to the next field.
        var complete: (FieldKey, String) -> String? = { _, _ in nil }
    }

    private(set) var form: DetailForm
    /// Whether the item hasn't been added yet.
    private(set) var isNew: Bool
    /// The initial form of a new item with the values of its template, or `nil`. Saving clears it.
    private var begun: DetailForm?
    /// Whether the person has changed anything. Values from a template don't count.
    var hasInput: Bool { form.isChanged && form.rows.map(\.text) != begun?.rows.map(\.text) }
    /// Whether the fields are being edited.
    private(set) var isEditing = false
    /// The field being edited if editing is limited to one field; otherwise `nil`.
    private(set) var onlyKey: FieldKey?
    let status = StatusLine()
    let actions: Actions
    /// The buttons for the navigation bar.
    var barButtons: [View] {
        guard isEditing else { return [edit] }
        return bounds.width < 40 ? [save] : [cancel, save]
    }

    private let keys: [Key: TableCommand]
    var presentation: ItemPresentation { didSet { form.money = presentation.money } }
    private let stack = StackView(.vertical)
    private let scroll: ScrollView
    private let labels = WidthGroup()
    private let addField = Button(String(localized: "Another field…"))
    /// The button that shows the fields that aren't in use.
    private let more = Button()
    private let moreRow: StackView
    private var isFolded = true
    private let allMine = Button(String(localized: "Keep all mine"))
    private let allTheirs = Button(String(localized: "Use all theirs"))
    /// The buttons below the fields in editing mode.
    private let foot = StackView(.vertical)
    private let edit = Button(String(localized: "Edit"))
    private let save = Button(String(localized: "Save"))
    private let cancel = Button(String(localized: "Cancel"))
    private let history = HistoryView()
    private let picture = ImageView(contentMode: .aspectFit)
    /// The photo that is shown or being loaded.
    private(set) var photo: FileID?
    /// A description of the photo, or `nil` before it is loaded.
    private var photoText: String?
    private(set) var rows: [FieldRow] = []

    init(
        _ form: DetailForm, isNew: Bool, presentation: ItemPresentation, keys: [Key: TableCommand],
        _ actions: Actions
    ) {
        self.form = form
        begun = form.template == nil ? nil : form
        self.form.money = presentation.money
        self.isNew = isNew
        self.presentation = presentation
        self.keys = keys
        self.actions = actions
        scroll = ScrollView(stack)
        moreRow = StackView(.horizontal, alignment: .leading, [more, Spacer()])
        moreRow.insets = Insets(horizontal: 2)
        super.init()
        addSubview(scroll)
        addSubview(status)
        addField.on(.primaryAction, actions.addField)
        more.on(.primaryAction) { [weak self] in self?.unfold() }
        edit.on(.primaryAction) { actions.edit(nil) }
        save.on(.primaryAction, actions.save)
        cancel.on(.primaryAction, actions.back)
        allMine.on(.primaryAction) { [weak self] in self?.settleAll(takingTheirs: false) }
        allTheirs.on(.primaryAction) { [weak self] in self?.settleAll(takingTheirs: true) }
        for button in [allMine, allTheirs, addField] {
            foot.addSubview(StackView(.horizontal, alignment: .leading, [button, Spacer()]))
        }
        foot.isHidden = true
        foot.insets = Insets(horizontal: 2)
        stack.addSubview(moreRow)
        stack.addSubview(history)
        stack.addSubview(foot)
        picture.isHidden = true
        stack.insertSubview(picture, at: 0)
        showAll()
    }

    override func layoutSubviews() {
        let line = status.height(in: bounds.size)
        picture.fixedHeight = max(1, min(10, bounds.height / 3))
        // On a small screen, the form needs the space of the picture.
        picture.isHidden = picture.image == nil || isEditing && bounds.height < 40
        scroll.frame = Rect(width: bounds.width, height: bounds.height - line)
        status.frame = Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
    }

    // MARK: Photo

    /// Returns whether the item has a photo that isn't shown yet, and makes it the photo to load.
    func takeNewPhoto() -> Bool {
        guard form.item.photo != photo else { return false }
        photo = form.item.photo
        photoText = nil
        picture.image = nil
        return photo != nil
    }

    /// Shows the photo or its thumbnail and a description, or reports that it is missing. If the image can't be
    /// decoded, only the description is shown.
    func showPicture(_ found: StoredFile?, _ image: Image?) {
        photoText =
            found.map { $0.id == photo ? ItemPresentation.text(of: $0) : $0.id.short }
            ?? String(localized: "The photo is missing.")
        picture.image = image
        showAll()
        setNeedsLayout()
    }

    // MARK: Rows

    private func add(_ row: DetailForm.Row) {
        let photo = PhotoActions(
            choose: actions.choosePhoto, remove: actions.removePhoto, chooseForFiles: actions.chooseForFiles)
        let control = FieldControl(
            row, currency: presentation.money.sign(of: form.item.currency), photo: photo,
            typeDate: { [actions] in actions.typeDate(row.id, $0) },
            complete: { [actions] in actions.complete(row.id, $0) },
            onEnter: { [weak self] in self?.entered() }
        ) {
            [weak self] text in
            self?.set(text, for: row.id)
        }
        let view = FieldRow(row, control, labels: labels)
        view.onEdit = { [weak self] in self?.editOne(row.id) }
        view.onSettle = { [weak self] in self?.settle(row.id, takingTheirs: $0) }
        view.isEditing = isEdited(row.id)
        view.isHidden = true
        rows.append(view)
        stack.insertSubview(view, at: stack.subviews.firstIndex { $0 === moreRow } ?? 0)
    }

    func set(_ text: String, for key: FieldKey) {
        form.set(text, for: key)
        guard let row = form[key] else { return }
        view(of: key)?.show(row)
        status.message = ""
    }

    /// Sets a field to a date in any supported notation, such as `+14d`.
    func take(date text: String, for key: FieldKey) throws(LootError) {
        try form.take(date: text, for: key)
        showAll()
    }

    func view(of key: FieldKey) -> FieldRow? { rows.first { $0.key == key } }

    /// Shows the rows of the fields in use, or all rows after “More” or after a hidden field was focused, and updates
    /// the number of hidden fields. Never hides a row that is already shown.
    private func showFold() {
        for view in rows where !isFolded || form.leads(with: view.key) { view.isHidden = false }
        let hidden = rows.count { $0.isHidden }
        moreRow.isHidden = hidden == 0
        more.title = String(localized: "More (\(hidden, one: "field", other: "fields"))")
    }

    /// Shows all fields and focuses the first one that was hidden.
    private func unfold() {
        let first = rows.first { $0.isHidden }
        isFolded = false
        showFold()
        first?.focusField()
    }

    /// Focuses a field, and shows all fields if it is hidden.
    private func focusField(_ view: FieldRow?) {
        if view?.isHidden == true {
            isFolded = false
            showFold()
        }
        view?.focusField()
    }

    /// Updates all rows from the form and the item.
    private func showAll() {
        for row in form.orderedRows {
            if let view = view(of: row.id) { view.show(row) } else { add(row) }
            view(of: row.id)?.show(reading: presentation.text(of: row.id, in: form.item, on: .today))
        }
        for view in rows where form[view.key] == nil { view.removeFromSuperview() }
        rows.removeAll { form[$0.key] == nil }
        showFold()
        let hasSeveral = form.conflicts.count > 1
        for button in [allMine, allTheirs] { button.superview?.isHidden = !hasSeveral }
        if form["files"] != nil {
            let lines = FileEntry.lines(of: form.item.files, photo: form.item.photo)
            view(of: "files")?.show(reading: lines.joined(separator: "\n"))
            let count = form.item.files.count
            view(of: "files")?.show(
                inControl:
                    count == 0 ? "" : String(localized: "\(count, one: "file", other: "files")"))
        }
        if let id = form.item.photo {
            let text = (photo == id ? photoText : nil) ?? id.short
            view(of: "photo")?.show(reading: "▣ " + text)
            view(of: "photo")?.show(inControl: text)
        }
    }

    // MARK: Updates

    /// Shows the history of the item. `commits` are oldest first; the newest is shown at the top.
    func show(history commits: [Commit]) {
        history.show(commits, of: form.item, presentation)
        history.isHidden = isEditing || history.isEmpty
    }

    /// Shows a newer version of the item. In editing mode, typed text is kept.
    func adopt(_ item: Item) {
        if isEditing { form.follow(item) } else { form = form(of: item) }
        showAll()
    }

    private func form(of item: Item) -> DetailForm {
        var form = DetailForm(item, own: presentation.ownFields)
        form.money = presentation.money
        return form
    }

    /// Continues with the typed text of an earlier form.
    func resume(_ draft: FormDraft) {
        form.resume(draft)
        showAll()
    }

    /// Shows the saved item and ends editing.
    func saved(_ item: Item) {
        isNew = false
        begun = nil
        form = form(of: item)
        endEditing()
    }

    /// Treats the item as new after it was removed from the store, so that saving adds it again.
    func becomeNew() { isNew = true }

    // MARK: Editing

    /// Starts editing at a field, or at the first one. If `alone` is true, only that field is edited.
    func beginEditing(_ key: FieldKey?, alone: Bool = false) {
        status.message = ""
        onlyKey = alone ? key : nil
        setEditing(true)
        focusField(key.flatMap(view(of:)) ?? rows.first)
    }

    /// Discards unsaved text and ends editing.
    func endEditing() {
        let key = onlyKey ?? focusedKey
        onlyKey = nil
        form = form(of: form.item)
        setEditing(false)
        focusField(key.flatMap(view(of:)) ?? rows.first)
    }

    private func setEditing(_ isEditing: Bool) {
        self.isEditing = isEditing
        foot.isHidden = !isEditing || onlyKey != nil
        history.isHidden = isEditing || history.isEmpty
        for row in rows { row.isEditing = isEdited(row.key) }
        showAll()
    }

    private func isEdited(_ key: FieldKey) -> Bool { isEditing && (onlyKey == nil || onlyKey == key) }

    func focusFirstField() { rows.first?.focusField() }

    /// Focuses a field if it exists.
    func focus(_ key: FieldKey) { focusField(view(of: key)) }

    /// The field with the focus.
    var focusedKey: FieldKey? {
        rows.first { row in window?.focusedView?.isDescendant(of: row) == true }?.key
    }

    // MARK: Conflicts

    /// Focuses the first field that was changed both here and elsewhere. Returns whether there is one.
    func showConflict() -> Bool {
        guard let row = form.conflicts.first else { return false }
        view(of: row.id)?.focusConflict()
        return true
    }

    private func settle(_ key: FieldKey, takingTheirs: Bool) {
        form.settle(key, takingTheirs: takingTheirs)
        showAll()
        if !showConflict() { view(of: key)?.focusField() }
    }

    private func settleAll(takingTheirs: Bool) {
        let keys = form.conflicts.map(\.id)
        for key in keys { form.settle(key, takingTheirs: takingTheirs) }
        showAll()
        (keys.first.flatMap(view(of:)) ?? rows.first)?.focusField()
    }

    /// Shows an error next to its field. Returns whether the form has that field.
    func refuse(_ error: LootError) -> Bool {
        guard let key = form.refuse(error) else { return false }
        showAll()
        view(of: key)?.focusField()
        return true
    }

    /// Adds a custom field.
    func addField(_ name: String, _ type: FieldType) throws(LootError) {
        let key = try form.addCustomField(name, type)
        showAll()
        focusField(view(of: key))
    }

    // MARK: Keys

    /// The list commands that apply while the item is shown for reading.
    static let moves: [TableCommand] = [
        .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .scrollUp, .scrollDown, .first, .last,
        .open, .close,
    ]

    override func keyDown(_ key: Key) -> Bool {
        if status.endsWithKey { status.message = "" }
        // A letter that no text field handles must not run a command.
        if isEditing { return keyWhileEditing(key) }
        guard let command = keys[key] else { return false }
        switch command {
        case .up: return moveFocus(by: -1)
        case .down: return moveFocus(by: 1)
        case .pageUp: scroll.contentOffset.y -= max(1, scroll.bounds.height - 1)
        case .pageDown: scroll.contentOffset.y += max(1, scroll.bounds.height - 1)
        case .halfPageUp: scroll.contentOffset.y -= max(1, scroll.bounds.height / 2)
        case .halfPageDown: scroll.contentOffset.y += max(1, scroll.bounds.height / 2)
        case .scrollUp: scroll.contentOffset.y -= 1
        case .scrollDown: scroll.contentOffset.y += 1
        case .close: actions.back()
        case .first:
            rows.first?.focusField()
            scroll.contentOffset = .zero
        case .last:
            rows.last { !$0.isHidden }?.focusField()
            scroll.contentOffset.y = Size.unlimited.height
        case .open:
            guard let focusedKey else { return false }
            editOne(focusedKey)
        default: return false
        }
        return true
    }

    /// Moves the focus to the next or previous row. If there is none, scrolls.
    private func moveFocus(by step: Int) -> Bool {
        let stops: [View] = rows.filter { !$0.isHidden } + (moreRow.isHidden ? [] : [more])
        guard let index = stops.firstIndex(where: \.isFocused) else {
            return stops.first.map { $0.focus() } ?? false
        }
        if stops.indices.contains(index + step) { return stops[index + step].focus() }
        let old = scroll.contentOffset
        scroll.contentOffset.y += step
        return step > 0 || scroll.contentOffset != old
    }
}
