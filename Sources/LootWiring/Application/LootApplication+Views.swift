public import LootCore
import LootFormats
import LootPlugins

extension LootApplication {
    /// The declared fields, and what items can begin with.
    public var ownFields: OwnFields { wiring.ownFields }

    /// The views that the configuration keeps. The file is read again: another program may have kept one. Where it can't
    /// be read by now, they are those that it kept when the program began.
    public func views() -> [SavedView] {
        let now = Configuration(registry: registry, defaults: defaults, sources: sources)
        return now.problems.isEmpty || !now.views.isEmpty ? now.views : wiring.views
    }

    /// Keeps a view in the configuration's file, which stays as it is but for that; it begins one where there is none.
    public func keep(_ view: SavedView) throws(LootError) {
        try view.check(in: registry)
        try change("can't keep the view \(TextRules.quoted(view.name))") { file throws(FormatError) in
            // A name that differs in case alone is the same, and may be spelled anew.
            for other in file.names(of: "views") where view.isCalled(other) && view.name != other {
                try file.edit.remove(["views", other])
            }
            try file.edit.set(["views", view.name], to: view.json)
        }
    }

    /// Takes a view out of the configuration's file, also one that can't be used.
    @discardableResult
    public func removeView(_ name: String) throws(LootError) -> SavedView {
        var removed: SavedView?
        try change("can't remove the view \(TextRules.quoted(name))") { file throws(FormatError) in
            for other in file.names(of: "views") where SavedView(other, QueryText()).isCalled(name) {
                removed = views().first { $0.isCalled(other) } ?? SavedView(other, QueryText())
                try file.edit.remove(["views", other])
            }
        }
        if let removed { return removed }
        return try views().named(name)
    }

    /// A configuration file that is changed.
    private struct ChangedFile {
        var edit: JSONTextEdit

        /// The names of an object's members.
        func names(of key: String) -> [String] {
            guard let document = try? DocumentValue(json: edit.bytes.span),
                case .object(let entries)? = document[key]?.content
            else { return [] }
            return entries.map(\.key)
        }
    }

    /// Changes the configuration's file.
    private func change(
        _ what: String, _ change: (inout ChangedFile) throws(FormatError) -> Void
    ) throws(LootError) {
        var checker = Checker(registry: registry, folders: Folders(sources))
        guard let (path, _) = FileLayer.path(sources, &checker) else {
            throw LootError(
                .configuration, what,
                because:
                    "there is no place for a configuration, since neither HOME nor XDG_CONFIG_HOME is set",
                next: "Name a file with LOOT_CONFIG")
        }
        let place = TextRules.visible(path: path)
        try sources.changeFile(path) { (bytes) throws(LootError) in
            if let bytes, FileLayer.isPropertyList(bytes) {
                throw LootError(
                    .unsupported, what, because: "\(place) is a property list, and this changes JSON only",
                    next: "Change it in an editor", place: path)
            }
            do throws(FormatError) {
                var file = ChangedFile(edit: try JSONTextEdit(bytes ?? []))
                try change(&file)
                return file.edit.bytes
            } catch {
                throw LootError(
                    .configuration, what, because: "\(place) can't be read: \(error.why)", next: error.next,
                    place: path)
            }
        }
    }
}
