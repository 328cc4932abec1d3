/// Conflict copies that file synchronization programs create if a file was changed in two places.
package enum SyncCopies {
    /// Returns the names in a folder that are conflict copies of a file. Recognizes Dropbox and Nextcloud: `items
    /// (Eve's conflicted copy 2026-01-01).json`, Syncthing: `items.sync-conflict-20260101-120000-ABCDEFG.json`, and
    /// OneDrive and iCloud: `items 2.json`, `items (1).json`.
    package static func names(of file: String, among names: [String]) -> [String] {
        let (stem, ending) = parts(of: file)
        return names.filter { name in
            guard name.hasPrefix(stem), name.hasSuffix(ending),
                name.utf8.count > stem.utf8.count + ending.utf8.count
            else { return false }
            return isMark(name.dropFirst(stem.count).dropLast(ending.count))
        }.sorted()
    }

    /// Returns whether the text between a file's name and its extension marks a conflict copy.
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
