import LootActions

/// Line icons in the color of the surrounding text.
enum Icon {
    static let more = icon("M5 12h.01M12 12h.01M19 12h.01", width: 3)
    static let pencil = icon("M4 20l1-4L16 5l3 3L8 19zM14 7l3 3")
    static let plus = icon("M12 5v14M5 12h14")
    static let search = icon("M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM20 20l-4.9-4.9")
    static let sliders = icon("M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5")
    static let views = icon("M4 6h16M4 12h16M4 18h10")

    private static func icon(_ path: String, width: Int = 2) -> HTML {
        """
        <svg class="icon" viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" \
        stroke-width="\(width)" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="\(path)"/></svg>
        """
    }
}
