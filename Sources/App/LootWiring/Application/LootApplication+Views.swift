package import LootCore
import LootFormats
import LootPlugins

extension LootApplication {
    /// The declared fields, and what items can begin with.
    package var ownFields: OwnFields { wiring.ownFields }

    /// The views that the configuration keeps. The file is read again: another program may have kept one. Where it can't
    /// be read by now, they are those that it kept when the program began.
    package func views() -> [SavedView] {
        let now = Configuration(registry: registry, defaults: defaults, sources: sources)
        return now.problems.isEmpty || !now.views.isEmpty ? now.views : wiring.views
    }

    /// Keeps a view in the configuration's file, which stays as it is but for that; it begins one where there is none.
    package func keep(_ view: SavedView) throws(LootError) {
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
    package func removeView(_ name: String) throws(LootError) -> SavedView {
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

    /// Words of a person's own for the beginning of a command line.
    package var aliases: [(name: String, line: String)] { wiring.aliases }

    /// The file of the configuration.
    package var configurationFile: String? {
        var checker = Checker(registry: registry, folders: Folders(sources))
        return FileLayer.path(sources, &checker)?.path
    }

    /// Everything that is wrong with the configuration as its file is by now.
    package func configurationProblemsNow() -> [LootError] {
        Configuration(registry: registry, defaults: defaults, sources: sources).problems
    }

    /// Sets a key of the configuration's file. A value that is a number, `true`, `false`, a list or an object as JSON has
    /// it is that; all else is text.
    @discardableResult
    package func configure(_ key: String, to value: String?) throws(LootError) -> Bool {
        let what = "can't set \(TextRules.quoted(key))"
        let path = try keyPath(key, what)
        guard let value else {
            return try changed(what, checks: false) { file throws(FormatError) in
                _ = try file.edit.remove(path)
            }
        }
        func set(_ value: ForeignValue) throws(LootError) -> Bool {
            try changed(what, checks: true) { file throws(FormatError) in try file.edit.set(path, to: value) }
        }
        guard let document = try? DocumentValue(json: Array(value.utf8).span) else {
            return try set(.text(value))
        }
        do { return try set(ForeignValue(document)) } catch  where error.code == .configuration {
            // What looks like a number may be meant as text, and a list or an object never is.
            if document.isContainer { throw error }
            return try set(.text(value))
        }
    }

    /// The members that lead to a key. Of views and the like all behind the first point is a name.
    private func keyPath(_ key: String, _ what: String) throws(LootError) -> [String] {
        let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard Layer.keys.contains(parts[0]), parts.last != "", !key.contains("[") else {
            throw LootError(
                .usage, what,
                because: key.contains("[") ? "it is a part of a list" : "it is no key of a configuration",
                next: key.contains("[")
                    ? "Change the list in an editor" : Suggestions.sentence(for: parts[0], among: Layer.keys))
        }
        return parts
    }

    /// Changes the file, unless something would be wrong then that is right now.
    private func changed(
        _ what: String, checks: Bool, _ body: (inout ChangedFile) throws(FormatError) -> Void
    ) throws(LootError) -> Bool {
        var isChanged = false
        try change(what, body) { (path, old, new) throws(LootError) in
            isChanged = old != new
            if !checks { return }
            func problems(_ bytes: [UInt8]?) -> [LootError] {
                var sources = sources
                let read = sources.readFile
                sources.readFile = { (name) throws(LootError) in name == path ? bytes : try read(name) }
                return Configuration(registry: registry, defaults: defaults, sources: sources).problems
            }
            let before = Set(problems(old).map(\.why))
            guard var problem = problems(new).first(where: { !before.contains($0.why) }) else { return }
            problem.what = what
            throw problem
        }
        return isChanged
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
        _ what: String, _ change: (inout ChangedFile) throws(FormatError) -> Void,
        checking check: (_ path: String, _ old: [UInt8]?, _ new: [UInt8]) throws(LootError) -> Void = {
            (_, _, _) throws(LootError) in
        }
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
            let new: [UInt8]
            do throws(FormatError) {
                var file = ChangedFile(edit: try JSONTextEdit(bytes ?? []))
                try change(&file)
                new = file.edit.bytes
            } catch {
                throw LootError(
                    .configuration, what, because: "\(place) can't be read: \(error.why)", next: error.next,
                    place: path)
            }
            try check(path, bytes, new)
            return new
        }
    }
}

extension DocumentValue {
    /// Whether it holds others.
    fileprivate var isContainer: Bool {
        switch content {
        case .array, .object: true
        default: false
        }
    }
}
