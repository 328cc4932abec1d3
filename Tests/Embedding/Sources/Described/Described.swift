// The features of the described system, used from another package. It only has to compile.
import ListKit
import LootControllers
import LootCore
import MemoryStorePlugin
import TerminalKit
import TerminalText

// MARK: The item store (chapters 9 and 10, slides)

func store() async throws {
    let store: any ItemStore = MemoryStore()
    let first = try await store.createItem()  // random item, discardable result
    try await store.createItem()
    try await store.moveItem(from: 1, to: 0)
    try await store.moveItem(from: 0, to: 0)  // no-op
    try await store.remove(first.id)
    try await store.undo()
    try await store.redo()
}

// MARK: Data source and delegate

final class Letters: ListDataSource, ListDelegate {
    var letters = ["A", "B", "C"]
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { letters.count }
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(LetterCell.kind, for: path)
        cell.letter.text = .init(letters[path.row])
        return cell
    }
    // Implementing this is enough for delete controls to appear.
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        letters.remove(at: path.row)
    }
    // Implementing this is enough for reorder controls to appear.
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        letters.insert(letters.remove(at: source.row), at: target.row)
    }
    func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? {
        [RowAction("Favorite", style: .normal) { _ in }, RowAction("Delete", style: .destructive) { _ in }]
    }
}

/// A cell made of views, like the `ItemCell` described in the documentation.
final class LetterCell: ViewCell {
    static let kind = CellKind("letter") { LetterCell(style: .default) }
    let letter = Label("")
    let picture = ImageView()
    override func makeContent() {
        picture.contentMode = .aspectFit
        let stack = StackView(.horizontal, spacing: 1, [picture, letter])
        letter.hugging.horizontal = 251
        letter.compressionResistance.horizontal = 751
        contentView.addSubview(stack)  // shifts for editing controls
    }
}

func headless() throws {
    let source = Letters()
    let list = ListView(width: 40, height: 10)
    (list.dataSource, list.delegate) = (source, source)
    list.isEditing = true
    let path = RowPath(section: 0, row: 1)
    let cell = list.cell(at: path)
    _ = (cell?.editingControl, cell?.showsMoveControl, cell?.image)
    try list.commitEditing(.delete, at: path)
    try list.moveRow(at: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: 1))
    list.swipe(path, .trailing)
    for action in list.swipe?.actions ?? [] { print(action.title, action.style); action.perform(at: path) }
    _ = (list.numberOfSections, list.numberOfRows(inSection: 0), list.indexTitles)
    let both = ListGroup([list, ListView()])
    both.reloadData()
}

// MARK: Views and controls (chapter 11, "Got Views?")

final class Listener: TextFieldDelegate {
    func textField(_ field: TextField, shouldReplace range: Range<String.Index>, with text: String) -> Bool {
        text.count < 20
    }
    func pressed(_ sender: Control) {}
}

@MainActor func controls(in window: Window) {
    let listener = Listener()
    let button = Button("Add", kind: .add)
    button.setTitle("Adding", for: .highlighted)
    button.setTitle("Off", for: .disabled)
    button.setImage("✚", for: .normal)
    button.setBackground(.init(), for: .selected)
    button.addTarget(listener, Listener.pressed, for: [.touchDown, .touchUpInside, .touchUpOutside])
    for kind in [Button.Kind.custom, .plain, .detailDisclosure, .infoLight, .infoDark, .add] {
        _ = Button("", kind: kind)
    }

    let onOff = Switch(isOn: true); onOff.tint = .init(); onOff.setOn(false, .standard)
    let slider = Slider(value: 5, minimum: 0, maximum: 10)
    slider.isContinuous = false; slider.maximum = 20; slider.setValue(7, .standard);
    slider.endImages = ("-", "+")
    let stepper = Stepper(value: 1); stepper.wraps = true; stepper.autorepeats = false; stepper.maximum = 9
    let segments = SegmentedControl(["A", "B"]); segments.isMomentary = true
    segments.insertSegment("C", at: 2); segments.removeSegment(at: 0)
    let pages = PageControl(numberOfPages: 1); pages.hidesForSinglePage = true
    let busy = ActivityIndicator(); busy.style = .large; busy.hidesWhenStopped = false; busy.startAnimating()
    let progress = ProgressView(); progress.setProgress(0.5, .standard); progress.tint = .init()

    let label = Label("A long text"); label.text = "Value \(slider.value)"
    label.numberOfLines = 0; label.wrapping = .character;
    label.truncation = .middle
    label.truncation = .clip; label.alignment = .natural; label.isJustified = true
    label.shrinksToFit = true; label.minimumScale = 0.5  // never by dropping letters

    let field = TextField("", placeholder: "Name"); field.delegate = listener; field.clearsOnBegin = true
    field.leftAccessory = Label("$"); field.leftMode = .unlessEditing; field.rightAccessory = Button("x")
    field.inputAccessory = Label("help"); field.borderStyle = .rounded; field.capitalization = .words
    field.returnKeyLabel = "Next"; field.isSecure = true
    for kind in [InputKind.text, .number, .date, .url, .telephone, .email] { field.inputKind = kind }
    let text = TextView("see https://example.org"); text.detectors = [.link, .telephone, .email];
    text.onLink = { _ in }
    _ = text.selectedText; text.styledText = StyledText("bold")
    let search = SearchBar(scopes: ["All", "Names"]); search.showsScopesOnDemand = true;
    search.scopes = ["All"]
    let date = DatePicker(.dateAndTime, date: .now);
    date.minuteInterval = 15; date.mode = .countDown

    let image = ImageView(); for mode in ImageView.ContentMode.allCases { image.contentMode = mode }
    image.sequence = []; image.repeatCount = 3; image.startAnimating(); image.stopAnimating()
    let scroll = ScrollView(image); scroll.zoomRange = 1...4; scroll.isPaging = true;
    scroll.contentSize = Size(width: 200, height: 90)
    scroll.onRefresh = { $0.isRefreshing = false }; scroll.contentInsets = .init()
    let tiles = TiledView(tile: Size(width: 8, height: 4), columns: 9, rows: 9) { _, _, _ in }; _ = tiles

    let stack = StackView(.vertical, spacing: 1, [button, slider]); stack.axis = .horizontal
    for distribution in StackView.Distribution.allCases { stack.distribution = distribution }
    stack.alignment = .baseline; slider.minimumSize = Size(width: 10, height: 1)

    let tap = TapRecognizer(taps: 2) { _ in }
    let hold = LongPressRecognizer { _ in }
    let pan = PanRecognizer { _ in }
    let swipe = SwipeRecognizer(.left) { _ in }
    let pinch = PinchRecognizer { _ in }
    for recognizer: GestureRecognizer in [tap, hold, pan, swipe, pinch] { stack.add(recognizer) }
    _ = stack.hitTest(Point(x: 1, y: 1))
    window.sendAction(to: nil) { (responder: View) in _ = responder.isFocused }  // to the first responder

    let alert = Alert(
        "Delete?", message: "It can be undone.", style: .actionSheet,
        actions: [AlertAction("Delete", style: .destructive), AlertAction("Cancel", style: .cancel)])
    alert.present(in: window)
    let bar = Toolbar([button, onOff]); bar.items = []
}

// MARK: The controller

func controller() async throws {
    let store: any ItemStore = MemoryStore()
    let controller = ItemsController(store)  // dependency inversion: the store is injected
    controller.isEditing = true
    try await controller.settle()
    try await controller.addNewItem()
    controller.toggleFavorite(at: RowPath(section: 0, row: 0))
    _ = controller.list.cell(at: RowPath(section: 0, row: 0))
}
