import LootActions
import LootCore
import LootPlugins

/// A command's requirement for the store's file.
enum ListNeed {
    /// The file must exist. If its path is from a configuration file, it may be missing, and the list is empty.
    case list
    /// The file need not exist. The command creates it.
    case beginning
    /// The file need not exist. The command uses the history, which may be available without the file.
    case past
}

/// A missing list that was specified on the command line or in the environment.
struct MissingList {
    let error: LootError

    /// Returns whether the list existed before and is now missing, in which case its hidden folder contains a
    /// note. A folder without it can belong to a list that another process is creating.
    static func wasThere(_ file: StoreFile, _ files: any FileAccess) -> Bool {
        let name = file.path.lastIndex(of: "/").map { file.path.index(after: $0) } ?? file.path.startIndex
        let note = "\(file.path[..<name]).\(file.path[name...]).loot/seen"
        return files.exists(note) && !files.exists(file.path)
    }

    /// Creates the error. `program` is the command that advice refers to.
    init(_ file: StoreFile, _ files: any FileAccess, _ program: String) {
        let slash = file.path.lastIndex(of: "/")
        let folder = slash.map { $0 == file.path.startIndex ? "/" : String(file.path[..<$0]) } ?? "."
        let name = slash.map { String(file.path[file.path.index(after: $0)...]) } ?? file.path
        let path = TextRules.visible(path: file.path)
        let names = (try? files.names(in: folder)) ?? []
        // Folders can't be lists. This also excludes the folders of photos.
        let lists = names.filter { other in
            other != name && (try? files.names(in: "\(folder)/\(other)")) == nil
        }
        let near = Suggestions.nearest(to: name, among: lists.sorted()).first
        let advice: Message =
            MissingList.wasThere(file, files)
            ? "Restore the previous list with “\(program) undo”."
            : "Start a new list with “\(program) add NAME”."
        error = LootError(
            .noSuchFile, "Can't open the list \(path).",
            reason: files.exists(folder)
                ? "The file doesn't exist." : "The folder \(TextRules.visible(path: folder)) doesn't exist.",
            advice: near.map { "Did you mean “\(TextRules.visible($0))”? \(advice)" } ?? advice,
            place: file.path)
    }
}
