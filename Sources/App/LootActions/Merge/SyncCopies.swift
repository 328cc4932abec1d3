/// Copies that programs which keep folders in step put beside a file when it was changed in two places.
package enum SyncCopies {
    /// The names among those of a folder that are such copies of a file: Dropbox's and Nextcloud's
    /// `items (Eve's conflicted copy 2026-01-01).json`, Syncthing's `items.sync-conflict-20260101-120000-ABCDEFG.json`,
    /// OneDrive's and iCloud's `items 2.json` and `items (1).json`.
    package static func names(of file: String, among names: [String]) -> [String] {
        let (stem, ending) = parts(of: file)
        return names.filter { name in
            guard name.hasPrefix(stem), name.hasSuffix(ending),
                name.utf8.count > stem.utf8.count + ending.utf8.count
            else { return false }
            return isMark(name.dropFirst(stem.count).dropLast(ending.count))
        }.sorted()
    }

    /// Whether this, between a file's name and its ending, tells a copy.
    private static func isMark(_ text: Substring) -> Bool {
        if text.hasPrefix(".sync-conflict-") { return true }
        let lower = text.lowercased()
        if lower.hasPrefix(" ("), lower.hasSuffix(")") {
            return lower.contains("conflict") || Int(lower.dropFirst(2).dropLast()) != nil
        }
        if lower.hasPrefix("_conflict-") || lower.hasPrefix("-conflict-") { return true }
        return lower.hasPrefix(" ") && Int(lower.dropFirst()) != nil
    }

    private static func parts(of file: String) -> (stem: String, ending: String) {
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return (file, "") }
        return (String(file[..<dot]), String(file[dot...]))
    }
}
