public import LootCore
public import TerminalKit
import TerminalText

/// A form for an item: name, serial number, value, and date created.
///
/// ```swift
/// let form = ItemForm(item)
/// navigation.push(form, title: item.name)
/// navigation.onPop = { _ in controller.update(item, to: form.item) }
/// ```
public final class ItemForm: View {
    private let original: Item
    private let name: TextField
    private let serialNumber: TextField
    private let value: TextField
    private let rows = StackView(.vertical, spacing: 1)

    /// Creates a form for an item.
    public init(_ item: Item) {
        original = item
        name = TextField(item.name, placeholder: String(localized: "Name"))
        serialNumber = TextField(item.serialNumber ?? "", placeholder: String(localized: "None"))
        value = TextField(item.value?.description ?? "", placeholder: String(localized: "Unknown"))
        super.init()
        value.inputKind = .number
        rows.insets = Insets(horizontal: 2, vertical: 1)
        let labels = WidthGroup()
        for (title, field) in [
            (String(localized: "Name"), name), (String(localized: "Serial number"), serialNumber),
            (String(localized: "Value"), value),
        ] {
            let label = Label(title)
            label.widthGroup = labels
            rows.addSubview(StackView(.horizontal, spacing: 2, alignment: .baseline, [label, field]))
        }
        let created = Label(String(localized: "Created \(item.dateCreated.day)"), alignment: .center)
        created.themeStyle = \.secondary
        rows.addSubview(created)
        addSubview(ScrollView(rows))
    }

    /// The item with the changes. If the entered value isn't a number, the item keeps its value.
    public var item: Item {
        var item = original
        item.name = name.text
        item.serialNumber = serialNumber.text.isEmpty ? nil : serialNumber.text
        item.value = value.text.isEmpty ? nil : Amount(value.text) ?? original.value
        return item
    }

    /// Returns the size of the fields.
    public override func sizeThatFits(_ available: Size) -> Size { rows.measure(available) }

    /// Sets the frame of the fields.
    public override func layoutSubviews() { for view in subviews { view.frame = bounds } }
}
