package import LootCore

extension Commit {
    /// The title of the commit in a list of all commits, such as `Undid change 80: Add “Lamp”`.
    package var heading: String {
        switch purpose {
        case .undo(let revision): String(localized: "Undid change \(revision): \(title)")
        case .redo(let revision): String(localized: "Redid change \(revision): \(title)")
        default: title
        }
    }
}
