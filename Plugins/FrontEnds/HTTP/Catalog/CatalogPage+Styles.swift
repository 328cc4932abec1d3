import LootActions

extension CatalogPage {
    private static let colors = [
        "ground", "surface", "raised", "line", "strong-line", "ink", "quiet", "accent", "on-accent",
        "accent-ground", "low", "high", "warning-ground", "star",
    ]

    /// The colors, the spacing scale and the components of all pages.
    static var styles: HTML {
        let colors: [HTML] = colors.map {
            "<li><span class=\"swatch\" data-color=\"\($0)\"></span>\($0)</li>"
        }
        let spaces: [HTML] = (1...5).map {
            "<li><span class=\"space-bar\" data-space=\"\($0)\"></span>s\($0)</li>"
        }
        return """
            <section class="card styles" id="style" aria-labelledby="style-title"><h2 id="style-title">Style</h2>
            <h3>Colors</h3><ul class="swatches">\(colors)</ul>
            <h3>Spacing</h3><ul class="swatches">\(spaces)</ul>
            <h3>Buttons</h3><div class="stage"><button type="button" class="button prominent">Save</button>
            <button type="button" class="button">Cancel</button>
            <button type="button" class="button destructive">Remove…</button>
            <button type="button" class="button" aria-pressed="true">Done</button>
            <button type="button" class="button" disabled>Export</button>
            <button type="button" class="quiet">Undo</button></div>
            <h3>Labels</h3><div class="stage"><span class="chip"><span class="words">value &gt; 50</span>\
            <a class="cross" href="#style" aria-label="Remove: value &gt; 50"><span aria-hidden="true">×</span></a></span>
            <a class="tag" href="#style">insured</a> <span class="badge late">3 days late</span>
            <span class="value low">$40</span> <span class="value high">$1,250</span></div>
            <h3>Messages</h3><p class="notice">Added the lamp.</p><p class="notice" role="note" data-kind="error">The filter can't be read.</p>
            <p class="failure">Not saved. The server can't be reached.</p>
            </section>
            """
    }
}
