package import LootCore

extension ListSettings {
    /// Merges the settings of two lists with a common base, key by key.
    ///
    /// A setting that both sides changed to different values keeps our value and is a conflict.
    package static func merge(
        base: ListSettings, ours: ListSettings, theirs: ListSettings
    ) -> (settings: ListSettings, conflicts: [MergeConflict]) {
        var (merged, conflicts) = (ours, [MergeConflict]())
        for key in Set(base.keys + ours.keys + theirs.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
            let (old, our, their) = (base[key], ours[key], theirs[key])
            if their.isIdentical(to: old) || our.isIdentical(to: their) { continue }
            if our.isIdentical(to: old) {
                merged[key] = their
            } else {
                conflicts.append(MergeConflict(of: key, base: old, ours: our, theirs: their))
            }
        }
        return (merged, conflicts)
    }
}
