import LootAPI
import LootActions
import LootCore

/// A step of a live list, encoded for the script of the page. It contains the changed rows with their positions and
/// markup, and the new markup of all other parts of the page that have changed.
struct StepFrame {
    let step: AnswerStep
    let before: ListParts
    let after: ListParts
    /// The ID of the state before the step.
    let from: String
    /// The ID of the state after the step.
    let to: String

    /// The maximum number of changed rows in a step. A step with more isn't sent, and the page loads the rows around
    /// its position again.
    static let greatestRows = 250

    /// Whether the step has more changed rows than ``greatestRows``.
    var isTooLarge: Bool {
        step.removed.count + step.inserted.count + step.moved.count + step.changed.count
            > StepFrame.greatestRows
    }

    /// The step as a complete server-sent event with the name `step` and JSON data.
    var bytes: [UInt8] {
        let members: [(String, JSON)] = [
            ("list", JSON(after.addresses.base + after.address)), ("from", JSON(from)), ("to", JSON(to)),
            ("count", JSON(after.outline.count)),
            ("removed", JSON(step.removed.map { JSON($0) })),
            ("inserted", JSON(step.inserted.map { [JSON($0.row), row($0.item, $0.row)] })),
            ("moved", JSON(step.moved.map { [JSON($0.source), JSON($0.target), row($0.item, $0.target)] })),
            ("changed", JSON(step.changed.map { [JSON($0.row), row($0.item, $0.row)] })),
            ("sections", sections), ("parts", parts),
        ]
        return LiveLists.event("step", JSON(members))
    }

    private func row(_ item: Item, _ position: Int) -> JSON { text(after.row(item, at: position)) }

    /// Returns the given markup as JSON. The path of the list is added to its addresses, because the server may serve
    /// the list at a path other than `/`.
    private func text(_ html: HTML) -> JSON { JSON(after.addresses.added(to: html.markup)) }

    // MARK: Sections

    /// The changes to sections. Removed sections are given by their previous indexes, and inserted and changed sections
    /// by their new indexes with their row counts and markup.
    private var sections: JSON {
        let (old, new) = (before.outline.sections, after.outline.sections)
        let known = Dictionary(old.enumerated().map { ($1.key, $0) }) { first, _ in first }
        var removed = Set(old.indices)
        var inserted: [JSON] = []
        var changed: [JSON] = []
        var last = -1
        for (index, section) in new.enumerated() {
            // The format has no moves, so a section that now follows a section that it preceded is removed and
            // inserted.
            guard let position = known[section.key], position > last else {
                inserted.append(told(section, index))
                continue
            }
            last = position
            removed.remove(position)
            let same = old[position]
            let isSame =
                same.count == section.count && same.title == section.title
                && same.total == section.total
            if !isSame { changed.append(told(section, index)) }
        }
        return [
            "removed": JSON(removed.sorted().map { JSON($0) }), "inserted": JSON(inserted),
            "changed": JSON(changed),
        ]
    }

    private func told(_ section: ItemSection, _ index: Int) -> JSON {
        [
            JSON(index), JSON(section.count), text(after.header(of: section)),
            text(after.footer(of: section)),
        ]
    }

    // MARK: Other parts

    /// The new markup of the parts of the page that have changed, by their names, apart from rows and sections. Parts
    /// that the page no longer shows are omitted.
    private var parts: JSON {
        func all(_ parts: ListParts) -> [(String, HTML?)] {
            [
                ("total", parts.total), ("history", parts.history), ("due", parts.dueBox),
                ("sidebar", parts.sidebar),
                ("index", parts.index), ("nothing", parts.outline.count == 0 ? parts.nothing : nil),
            ]
        }
        let differences = zip(all(before), all(after)).compactMap { old, new -> (String, JSON)? in
            guard let html = new.1, html.markup != old.1?.markup else { return nil }
            return (new.0, text(html))
        }
        return JSON(differences)
    }
}
