import ListKit
import LootCore

extension ListUpdates {
    /// Creates the list updates for a step, except for rows whose content has changed. Sections are matched
    /// by their keys.
    init(_ step: AnswerStep, from old: Outline) {
        self.init()
        let new = step.outline
        let (oldKeys, newKeys) = (Set(old.sections.map(\.key)), Set(new.sections.map(\.key)))
        deletedSections = old.sections.indices.filter { !newKeys.contains(old.sections[$0].key) }
        insertedSections = new.sections.indices.filter { !oldKeys.contains(new.sections[$0].key) }
        // A list always has a section, so an empty result is shown as one empty section.
        if old.sections.isEmpty, !new.sections.isEmpty { deletedSections = [0] }
        if new.sections.isEmpty, !old.sections.isEmpty { insertedSections = [0] }
        deletedRows = step.removed.compactMap(old.path(ofRow:))
        insertedRows = step.inserted.compactMap { new.path(ofRow: $0.row) }
        movedRows = step.moved.compactMap { move in
            guard let source = old.path(ofRow: move.source), let target = new.path(ofRow: move.target) else {
                return nil
            }
            return Move(from: source, to: target)
        }
    }
}

extension Outline {
    /// Returns the path of the row at a position in the whole result, or `nil` if it doesn't exist.
    func path(ofRow row: Int) -> RowPath? {
        guard row >= 0, row < count else { return nil }
        var (low, high) = (0, sections.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if sections[middle].start <= row { low = middle } else { high = middle }
        }
        return RowPath(section: low, row: row - sections[low].start)
    }
}
