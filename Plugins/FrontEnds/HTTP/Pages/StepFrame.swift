import LootAPI
import LootActions
import LootCore

/// A step of a live list in the format of the page's script: rows by position with their markup, and all other parts
/// that have changed.
struct StepFrame {
    let step: AnswerStep
    let before: ListParts
    let after: ListParts
    /// The IDs of both states.
    let from: String
    let to: String

    /// The maximum number of rows in a step. Beyond that, the page reloads the list around its current position.
    static let greatestRows = 250

    /// Whether the step has too many rows.
    var isTooLarge: Bool {
        step.removed.count + step.inserted.count + step.moved.count + step.changed.count
            > StepFrame.greatestRows
    }

    /// The step as the data of an event.
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

    /// Returns markup with the addresses that clients use.
    private func text(_ html: HTML) -> JSON { JSON(after.addresses.added(to: html.markup)) }

    // MARK: Sections

    /// The removed sections by their previous index, and the inserted or changed sections by their new index.
    private var sections: JSON {
        let (old, new) = (before.outline.sections, after.outline.sections)
        let known = Dictionary(old.enumerated().map { ($1.key, $0) }) { first, _ in first }
        var removed = Set(old.indices)
        var inserted: [JSON] = []
        var changed: [JSON] = []
        var last = -1
        for (index, section) in new.enumerated() {
            // A section that was moved counts as removed and inserted.
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

    /// The other parts of the page that have changed.
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
