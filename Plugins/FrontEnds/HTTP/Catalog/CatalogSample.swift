import LootActions

/// An interactive sample of a control, with a log of its events and controls for its properties.
struct CatalogSample {
    /// A property of a control that can be changed. The script identifies it by its name.
    enum Property {
        case flag(String, String, Bool)
        case number(String, String, Int, ClosedRange<Int>, step: Int = 1)
        case choice(String, String, [String])
        case text(String, String, String)

        var title: String {
            switch self {
            case .flag(_, let title, _), .number(_, let title, _, _, _), .choice(_, let title, _),
                .text(_, let title, _):
                title
            }
        }

        /// The property that all controls have.
        static let enabled = Property.flag("enabled", "Enabled", true)
        static let tint = Property.choice("tint", "Tint", ["Theme", "Plum", "Amber"])
    }

    private let entry: CatalogEntry
    let stage: HTML
    let properties: [Property]

    init(_ entry: CatalogEntry, stage: HTML, properties: [Property]) {
        (self.entry, self.stage, self.properties) = (entry, stage, properties)
    }

    var html: HTML {
        let (id, title, summary) = (entry.rawValue, entry.title, entry.summary)
        let controls: HTML =
            properties.isEmpty
            ? ""
            : "<fieldset class=\"properties\"><legend>Properties</legend>\(properties.map(control))</fieldset>"
        return """
            <section class="sample" id="\(id)" data-sample="\(id)" aria-labelledby="\(id)-title">
            <h2 id="\(id)-title">\(title) <small>\(summary)</small></h2>
            <div class="stage">\(stage)</div>
            <output class="happened" aria-live="polite"></output>
            \(controls)
            </section>
            """
    }

    private func control(_ property: Property) -> HTML {
        switch property {
        case .flag(let name, let title, let isOn):
            return """
                <label>\(title) <input type="checkbox" class="switch" role="switch" data-property="\(name)"\
                \(isOn ? " checked" : nil)></label>
                """
        case .number(let name, let title, let number, let range, let step):
            return """
                <label>\(title) <input type="number" data-property="\(name)" value="\(number)" \
                min="\(range.lowerBound)" max="\(range.upperBound)" step="\(step)"></label>
                """
        case .choice(let name, let title, let choices):
            let options = Fragment.options(choices.map { ($0, $0) }, chosen: choices.first ?? "")
            return "<label>\(title) <select data-property=\"\(name)\">\(options)</select></label>"
        case .text(let name, let title, let text):
            return """
                <label>\(title) <input type="text" data-property="\(name)" value="\(text)" autocomplete="off"></label>
                """
        }
    }
}

extension CatalogSample {
    /// Returns the sample of an entry.
    static func of(_ entry: CatalogEntry) -> CatalogSample {
        switch entry {
        case .button: button
        case .switch: switches
        case .segments: segments
        case .pages: pages
        case .slider: slider
        case .stepper: stepper
        case .progress: progress
        case .label: label
        case .field: field
        case .view: view
        case .search: search
        case .date: date
        case .picker: picker
        case .image: image
        case .table: table
        case .scroll: scroll
        case .alert: alert
        case .toolbar: toolbar
        case .gestures: gestures
        case .windows: windows
        case .stack: stack
        case .tiles: tiles
        case .cells: cells
        case .responders: responders
        }
    }
}

/// A page with all controls of the front end and some native ones.
enum CatalogPage {
    static var html: HTML {
        let entries = CatalogEntry.Group.allCases.map { group -> HTML in
            let links = group.entries.map { "<li><a href=\"#\($0.rawValue)\">\($0.title)</a></li>" as HTML }
            return "<li><span>\(group.rawValue)</span><ol>\(links)</ol></li>"
        }
        let script: HTML = "<script type=\"module\" src=\"\(Asset.path("catalog.js"))\"></script>"
        return """
            <a class="skip" href="#catalog">Skip to the controls</a>
            <header class="bar"><div class="bar-inner">
            <a class="button" href="/"><span aria-hidden="true">‹</span> List</a>
            <h1>Catalog</h1>
            </div></header>
            <div class="catalog">
            <nav aria-label="Controls"><ol><li><span>Style</span><ol><li><a href="#style">Colors, spacing, components</a></li></ol></li>\
            \(entries)</ol></nav>
            <main id="catalog" tabindex="-1">
            <noscript><p class="notice">The controls work as they are; their properties need script.</p></noscript>
            \(styles)
            \(CatalogEntry.allCases.map { CatalogSample.of($0).html })
            </main>
            </div>
            \(script)
            """
    }
}
