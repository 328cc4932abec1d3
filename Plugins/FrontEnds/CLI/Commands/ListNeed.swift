import LootActions
import LootCore
import LootPlugins

/// What a command needs of the file that the store keeps its items in.
enum ListNeed {
    /// It is to be there. A file that only a configuration names may be missing: the list is then empty.
    case list
    /// Nothing: the command begins a list that is not there.
    case beginning
    /// Nothing: the command is about what was there before, which may be remembered without the file.
    case past
}

/// A list that is not where the command line or the environment says.
struct MissingList {
    let error: LootError

    /// Whether a list was at the path of a file: the hidden folder that goes with it is still there.
    static func wasThere(_ file: StoreFile, _ files: any FileAccess) -> Bool {
        let name = file.path.lastIndex(of: "/").map { file.path.index(after: $0) } ?? file.path.startIndex
        return files.exists("\(file.path[..<name]).\(file.path[name...]).loot")
    }

    /// `program` is what the program is called that can begin it.
    init(_ file: StoreFile, _ files: any FileAccess, _ program: String) {
        let slash = file.path.lastIndex(of: "/")
        let folder = slash.map { $0 == file.path.startIndex ? "/" : String(file.path[..<$0]) } ?? "."
        let name = slash.map { String(file.path[file.path.index(after: $0)...]) } ?? file.path
        let path = TextRules.visible(path: file.path)
        let names = (try? files.names(in: folder)) ?? []
        // Folders aren't lists, and neither are the photos of a list.
        let lists = names.filter { other in
            other != name && (try? files.names(in: "\(folder)/\(other)")) == nil
        }
        let near = Suggestions.nearest(to: name, among: lists.sorted()).first
        let advice =
            MissingList.wasThere(file, files)
            ? "It was here, and comes back with: \(program) undo"
            : "A new list begins with: \(program) add NAME"
        error = LootError(
            .noSuchFile, "can't open the list \(path)",
            because: files.exists(folder)
                ? "there is no such file" : "there is no folder \(TextRules.visible(path: folder))",
            next: near.map { "Did you mean “\(TextRules.visible($0))”? \(advice)" } ?? advice,
            place: file.path)
    }
}
