import TerminalKit
import TerminalText

extension CatalogPage {
    static func label(_ sample: Sample) {
        var text = StyledText("A label shows ")
        text.append(StyledText("styled", Style(.bold)))
        text.append(
            StyledText(
                " text: in one line or in many, wrapped by words or by characters, and cut where you like."))
        let label = Label(text)
        label.fixedWidth = 50
        label.minimumScale = 0.5
        sample.show(beside: label)
        sample.note("日本語, नमस्ते and 👩‍👩‍👧 are measured by what they take.")
        sample.number("Width", 50, 10...70, step: 10) { label.fixedWidth = Int($0) }
        sample.number("Lines; 0 for all", 1, 0...5) { label.numberOfLines = Int($0) }
        sample.choice("Wraps by", ["Word", "Character"]) { label.wrapping = $0 == 0 ? .word : .character }
        sample.choice("Truncated at", ["Tail", "Head", "Middle", "Clipped"]) {
            label.truncation = [.tail, .head, .middle, .clip][$0]
        }
        sample.choice("Alignment", ["Left", "Center", "Right", "Natural", "Justified"]) {
            label.alignment = [.leading, .center, .trailing, .natural, .leading][$0]
            label.isJustified = $0 == 4
        }
        sample.flag("Shrinks to fit", false) { label.shrinksToFit = $0 }
        sample.number("Minimum scale in percent", 50, 10...100, step: 10) { label.minimumScale = $0 / 100 }
    }

    static func field(_ sample: Sample) {
        let field = TextField("", placeholder: "Type something")
        let refusal = VowelRefusal()
        sample.kept.append(refusal)
        sample.show(field)
        sample.watch(field) { "The text is “\(field.isSecure ? "hidden" : field.text)”." }
        sample.enabled(field)
        sample.text("Placeholder", field.placeholder) { field.placeholder = $0 }
        sample.choice("Accepts", InputKind.allCases.map { "\($0)" }) {
            field.inputKind = InputKind.allCases[$0]
        }
        sample.flag("Secure", false) { field.isSecure = $0 }
        sample.flag("Clears on begin", false) { field.clearsOnBegin = $0 }
        sample.flag("Left accessory", false) { field.leftAccessory = $0 ? Label("$") : nil }
        sample.flag("Right accessory", false) { isOn in
            field.rightAccessory = isOn ? Button("×") { [unowned field] in field.text = "" } : nil
        }
        sample.choice("Accessories are shown", ["Always", "While editing", "Unless editing", "Never"]) {
            let mode: AccessoryMode = [.always, .whileEditing, .unlessEditing, .never][$0]
            (field.leftMode, field.rightMode) = (mode, mode)
        }
        sample.choice("Border", ["Line", "Brackets", "Round", "None"]) {
            field.borderStyle = [.line, .brackets, .rounded, .none][$0]
        }
        sample.choice("Capitals", ["None", "Words", "Sentences", "All"]) {
            field.capitalization = [.none, .words, .sentences, .all][$0]
        }
        sample.flag("Corrects “teh”", false) { field.correction = $0 ? { $0 == "teh" ? "the" : nil } : nil }
        sample.flag("Title of the return key", false) { field.returnKeyLabel = $0 ? "Go" : "" }
        sample.flag("Help while editing", false) {
            field.inputAccessory = $0 ? Label("Letters and digits") : nil
        }
        sample.flag("Its delegate refuses vowels", false) { field.delegate = $0 ? refusal : nil }
    }

    static func view(_ sample: Sample) {
        let view = TextView(
            "Many lines of text, to read and to edit.\n\nAddresses such as https://www.swift.org are links: "
                + "click them, or press Ctrl-O on them. Shift and the arrows select, Ctrl-C copies.\n\nIt scrolls.\n"
                + "Mail goes to ann@example.org, calls to +49 30 901820.\nTo its end.")
        view.detectors.insert(.link)
        view.onLink = { [unowned sample] in sample.note("The link \($0) was chosen.") }
        sample.show(view, lines: 5)
        sample.watch(view) { "\(view.text.count) characters." }
        sample.enabled(view)
        sample.flag("Editable", true) { view.isEditable = $0 }
        sample.flag("Styled text", false) {
            let bold = StyledText("Bold", Style(.bold, foreground: .ansi(.magenta)))
            view.styledText =
                $0 ? bold + " text, which goes on as it begins." : StyledText(view.text, lineBreaks: .kept)
        }
        sample.flag("Detects links", true) {
            if $0 { view.detectors.insert(.link) } else { view.detectors.remove(.link) }
        }
        sample.flag("Detects mail", false) {
            if $0 { view.detectors.insert(.email) } else { view.detectors.remove(.email) }
        }
        sample.flag("Detects telephone numbers", false) {
            if $0 { view.detectors.insert(.telephone) } else { view.detectors.remove(.telephone) }
        }
    }

    static func search(_ sample: Sample) {
        let bar = SearchBar(placeholder: "Search the catalog", scopes: ["All", "Buttons", "Text"])
        bar.onChange = { [unowned sample] in
            sample.note("“\($0.text)” in \($0.scopes.isEmpty ? "all" : $0.scopes[$0.scope ?? 0]).")
        }
        bar.onSearch = { [unowned sample] in sample.note("Searched for “\($0.text)”.") }
        bar.onCancel = { [unowned sample] _ in sample.note("Canceled.") }
        sample.show(bar)
        sample.flag("Scopes on demand", false) { bar.showsScopesOnDemand = $0 }
        sample.flag("Scopes", true) { bar.scopes = $0 ? ["All", "Buttons", "Text"] : [] }
    }
}

/// Prevents vowels from being typed into a field.
private final class VowelRefusal: TextFieldDelegate {
    func textField(_ field: TextField, shouldReplace range: Range<String.Index>, with text: String) -> Bool {
        !text.lowercased().contains { "aeiou".contains($0) }
    }
}
