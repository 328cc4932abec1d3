package import LootCore
import LootFormats
import LootPlugins
package import LootQueryText

extension LootApplication {
    /// The declared custom fields and the templates.
    package var ownFields: OwnFields { declarations.ownFields }

    /// Returns the views in the configuration. Reads the file again, since another program may have saved one. If the
    /// file can't be read, returns the views from when the program started.
    package func views() -> [SavedView] {
        let now = Configuration(registry: registry, defaults: defaults, sources: sources)
        let own = now.problems.isEmpty || !now.views.isEmpty ? now.views : wiring.views
        return declarations.views(adding: own)
    }

    /// Saves a view in the configuration file and leaves the rest of the file unchanged. Creates the file if
    /// necessary.
    package func keep(_ view: SavedView) throws(LootError) {
        try view.check(in: registry)
        try change("Can't save the view \(TextRules.quoted(view.name)).") { file throws(FormatError) in
            // Names are compared without regard to case, so the view may replace one with another spelling.
            for other in file.names(of: "views") where view.isCalled(other) && view.name != other {
                try file.edit.remove(["views", other])
            }
            try file.edit.set(["views", view.name], to: view.json)
        }
    }

    /// Removes a view from the configuration file, even if it is invalid.
    @discardableResult
    package func removeView(_ name: String) throws(LootError) -> SavedView {
        var removed: SavedView?
        try change("Can't remove the view \(TextRules.quoted(name)).") { file throws(FormatError) in
            for other in file.names(of: "views") where SavedView(other, QueryText()).isCalled(name) {
                removed = views().first { $0.isCalled(other) } ?? SavedView(other, QueryText())
                try file.edit.remove(["views", other])
            }
        }
        if let removed { return removed }
        return try views().named(name)
    }

    /// The aliases, which abbreviate the beginning of a command line.
    package var aliases: [(name: String, line: String)] { wiring.aliases }

    /// The path of the configuration file.
    package var configurationFile: String? {
        var checker = Checker(registry: registry, folders: Folders(sources))
        return FileLayer.path(sources, &checker)?.path
    }

    /// Reads the configuration again and returns its errors.
    package func configurationProblemsNow() -> [LootError] {
        Configuration(registry: registry, defaults: defaults, sources: sources).problems
    }

    /// Sets a key in the configuration file. A value that is a JSON number, `true`, `false`, array or object is
    /// stored as such, and any other value as text.
    @discardableResult
    package func configure(_ key: String, to value: String?) throws(LootError) -> Bool {
        let failure: Message = "Can't set \(TextRules.quoted(key))."
        let path = try keyPath(key, failure)
        guard let value else {
            return try changed(failure, checking: nil) { file throws(FormatError) in
                _ = try file.edit.remove(path)
            }
        }
        func set(_ value: ForeignValue) throws(LootError) -> Bool {
            try changed(failure, checking: key) { file throws(FormatError) in
                try file.edit.set(path, to: value)
            }
        }
        guard let document = try? DocumentValue(json: Array(value.utf8).span) else {
            return try set(kind(of: path)?.isList == true ? .list(value) : .text(absolute(value, at: path)))
        }
        do { return try set(ForeignValue(document)) } catch  where error.code == .configuration {
            // A value that looks like a number can be meant as text, but a list or object can't.
            if document.isContainer { throw error }
            return try set(.text(value))
        }
    }

    /// Returns the kind of the option at a key path. The option belongs to the selected plugin or to a front end.
    private func kind(of path: [String]) -> PluginOption.Kind? {
        if path == [ConfigurationSection.store.rawValue] { return .address }
        if path.first == Layer.namedListsKey {
            if path.count == 2 { return .address }
            guard case .plugin(let plugin, _) = wiring.lists.entry(named: path[1])?.state.selection else {
                return nil
            }
            return plugin.options.first { $0.name == path.last }?.kind
        }
        guard path.count == 2 else { return nil }
        let plugin =
            ConfigurationSection(rawValue: path[0]).map { wiring.selected(in: $0) }
            ?? registry.descriptor(path[0], of: .frontEnd)
        return plugin?.options.first { $0.name == path[1] }?.kind
    }

    /// Resolves the path in a value against the current directory, because a relative path in the file would
    /// be resolved against the file's folder. Returns other values unchanged.
    private func absolute(_ value: String, at path: [String]) -> String {
        guard let kind = kind(of: path) else { return value }
        var checker = Checker(registry: registry, folders: Folders(sources))
        let origin = Origin(name: "config set", folder: sources.workingDirectory)
        guard kind == .path || kind == .address,
            case .text(let absolute)? = checker.value(
                UncheckedSetting(.words(value), origin: origin), as: kind, path: path.joined(separator: "."))
        else { return value }
        return absolute
    }

    /// Returns the path of members to a key. For views and other named entries, everything after the first period is
    /// the name, except for lists, whose names contain no periods.
    private func keyPath(_ key: String, _ failure: Message) throws(LootError) -> [String] {
        let parts = key.split(
            separator: ".", maxSplits: key.hasPrefix("\(Layer.namedListsKey).") ? 2 : 1,
            omittingEmptySubsequences: false
        ).map(String.init)
        let known = Layer.keys(registry)
        guard known.contains(parts[0]), parts.last != "", !key.contains("[") else {
            throw LootError(
                .usage, failure,
                reason: key.contains("[") ? "It is an element of a list." : "This isn't a configuration key.",
                advice: key.contains("[")
                    ? "Change the list in an editor." : Suggestions.advice(for: parts[0], among: known))
        }
        return parts
    }

    /// An error in the configuration without its line, which changes when settings before it change.
    private struct KnownProblem: Hashable {
        let place: String?
        let explanation: Message

        init(_ error: LootError) {
            (place, explanation) = (error.place, error.explanation)
        }
    }

    /// Changes the file, unless this would cause a new error at `key` or elsewhere. A key of `nil` allows new errors.
    /// Returns whether the file has changed.
    private func changed(
        _ failure: Message, checking key: String?, _ body: (inout ChangedFile) throws(FormatError) -> Void
    ) throws(LootError) -> Bool {
        var isChanged = false
        try change(failure, body) { (path, old, new) throws(LootError) in
            isChanged = old != new
            guard let key else { return }
            func problems(_ bytes: [UInt8]?) -> [LootError] {
                var sources = sources
                let read = sources.readFile
                sources.readFile = { (name) throws(LootError) in name == path ? bytes : try read(name) }
                return Configuration(registry: registry, defaults: defaults, sources: sources).problems
            }
            let before = Set(problems(old).map(KnownProblem.init))
            guard let problem = problems(new).first(where: { !before.contains(KnownProblem($0)) }) else {
                return
            }
            throw problem.place == key ? problem.during(failure) : problem
        }
        return isChanged
    }

    /// A configuration file that is being changed.
    private struct ChangedFile {
        var edit: JSONTextEdit

        /// Returns the names of an object's members.
        func names(of key: String) -> [String] {
            guard let document = try? DocumentValue(json: edit.bytes.span),
                case .object(let entries)? = document[key]?.content
            else { return [] }
            return entries.map(\.key)
        }
    }

    /// Changes the configuration file.
    private func change(
        _ failure: Message, _ change: (inout ChangedFile) throws(FormatError) -> Void,
        checking check: (_ path: String, _ old: [UInt8]?, _ new: [UInt8]) throws(LootError) -> Void = {
            (_, _, _) throws(LootError) in
        }
    ) throws(LootError) {
        var checker = Checker(registry: registry, folders: Folders(sources))
        guard let (path, _) = FileLayer.path(sources, &checker) else {
            throw LootError(
                .configuration, failure,
                reason: """
                    The location of the configuration isn't known, because neither HOME nor XDG_CONFIG_HOME is set.
                    """,
                advice: "Specify a file with LOOT_CONFIG.")
        }
        let place = TextRules.visible(path: path)
        try sources.changeFile(path) { (bytes) throws(LootError) in
            if let bytes, FileLayer.isPropertyList(bytes) {
                throw LootError(
                    .unsupported, failure,
                    reason: "\(place) is a property list, but only JSON files can be changed.",
                    advice: "Change it in an editor.", place: path)
            }
            let new: [UInt8]
            do throws(FormatError) {
                var file = ChangedFile(edit: try JSONTextEdit(bytes ?? []))
                try change(&file)
                new = file.edit.bytes
            } catch {
                throw LootError(
                    .configuration, "Can't read the configuration \(error.place(in: place)).",
                    reason: error.reason, advice: error.advice, place: path)
            }
            try check(path, bytes, new)
            return new
        }
    }
}

extension PluginOption.Kind {
    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension ForeignValue {
    /// Returns an array of the comma-separated parts of a string.
    fileprivate static func list(_ text: String) -> ForeignValue {
        .array(text.split(separator: ",").map { .text($0.trimmed) })
    }
}

extension DocumentValue {
    /// Whether the value is an array or object.
    fileprivate var isContainer: Bool {
        switch content {
        case .array, .object: true
        default: false
        }
    }
}
