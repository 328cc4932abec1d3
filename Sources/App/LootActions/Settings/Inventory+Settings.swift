package import LootCore
import LootFormats
package import LootMerge
package import LootPlugins
package import LootQueryText

extension Inventory {
    /// Returns the settings of the list.
    package func settings() async throws(LootError) -> ListSettings { try await store.settings() }

    /// Changes settings in one commit. Changed values are validated, and unknown keys are rejected.
    ///
    /// - Parameters:
    ///   - host: Validates views, custom fields and templates.
    ///   - title: The title in the history. By default, it names the changed setting.
    ///   - edit: Edits the current settings.
    /// - Returns: The commit, or `nil` if the list already has these settings.
    /// - Throws: ``/LootCore/LootError``. The code is `conflict` if a changed setting changes at the same time.
    @discardableResult
    package func changeSettings(
        for host: any ProgramHost, title: String? = nil,
        _ edit: (inout ListSettings) throws(LootError) -> Void
    ) async throws(LootError) -> Commit? {
        guard store.capabilities.contains(.settings) else {
            throw LootError(
                .unsupported, "Can't change the settings of the list.",
                reason: "This store doesn't keep settings.", advice: "Copy the list to another store.",
                remedy: .copy)
        }
        let current = try await store.settings()
        var edited = current
        try edit(&edited)
        for case .set(let key, let value?) in current.changes(to: edited) where !key.isConflicts {
            // A setting of a newer version stays as it is.
            if current[key] != nil, !KnownSetting.all.contains(where: { $0.key == key }) { continue }
            edited[key] = try KnownSetting.named(key).checked(value)
        }
        let changes = current.changes(to: edited)
        guard let first = changes.first else { return nil }
        let known = Set(host.problems(of: current).map { [$0.failure, $0.reason] })
        if let problem = host.problems(of: edited).first(where: { !known.contains([$0.failure, $0.reason]) })
        {
            throw problem
        }
        var usual = String(localized: "Change settings")
        if changes.count == 1, case .set(let key, let value) = first {
            usual = KnownSetting.title(ofChangeTo: key, value)
        }
        let conditions = changes.compactMap { change -> Condition? in
            if case .set(let key, _) = change { .setting(key, current[key]) } else { nil }
        }
        return try await commit(ItemTransaction(changes, title: title ?? usual, conditions: conditions))
    }

    /// Applies the changes of a form in one commit.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `conflict` if another writer changed one of the settings after
    ///   the form was shown.
    @discardableResult
    package func changeSettings(
        _ edits: [SettingEdit], for host: any ProgramHost
    ) async throws(LootError) -> Commit? {
        try await changeSettings(for: host) { settings throws(LootError) in
            for edit in edits where edit.typed != edit.shown {
                let current = edit.path.text(of: settings[edit.path])
                if current != edit.shown, current != edit.typed {
                    throw LootError(
                        .conflict, "Can't change “\(edit.path.text)”.",
                        reason: "It was changed to \(TextRules.quoted(current)) at the same time.",
                        advice: "Check the new value, and change it again if necessary.",
                        field: FieldKey(rawValue: edit.path.text))
                }
                settings[edit.path] = edit.typed.trimmed.isEmpty ? nil : edit.path.value(of: edit.typed)
            }
        }
    }

    /// Resolves the conflict of a setting with the value of a side.
    @discardableResult
    package func settle(
        setting path: String, taking side: MergeConflict.Side, for host: any ProgramHost
    ) async throws(LootError) -> Commit? {
        try await changeSettings(for: host, title: String(localized: "Resolve the conflict in \(path)")) {
            $0.settle(path, taking: side)
        }
    }

    // MARK: Views

    /// Saves a view in the list, or in the configuration if the store doesn't keep settings. A view with the same name
    /// is replaced where it is stored.
    package func save(_ view: SavedView, for host: any ProgramHost) async throws(LootError) {
        let isListed = try await settings().viewNames.contains { view.isCalled($0) }
        let isConfigured = !isListed && host.views().contains { $0.isCalled(view.name) }
        if isConfigured || !store.capabilities.contains(.settings) { return try host.keep(view) }
        try await retrying {
            () throws(LootError) in
            try await changeSettings(for: host, title: String(localized: "Save the view “\(view.name)”")) {
                settings in
                // Names are compared without regard to case, so the view may replace one with another spelling.
                for other in settings.viewNames where view.isCalled(other) && other != view.name {
                    settings[path: "views.\(other)"] = nil
                }
                settings[path: "views.\(view.name)"] = view.json
            }
        }
    }

    /// Removes a view from the list, or from the configuration if the list doesn't have it.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unknown-view` if the view doesn't exist.
    @discardableResult
    package func removeView(_ name: String, for host: any ProgramHost) async throws(LootError) -> SavedView {
        func isCalled(_ other: String) -> Bool { SavedView(other, QueryText()).isCalled(name) }
        guard let stored = try await settings().viewNames.first(where: isCalled) else {
            return try host.removeView(name)
        }
        let view = host.views().first { $0.isCalled(stored) } ?? SavedView(stored, QueryText())
        try await retrying {
            () throws(LootError) in
            try await changeSettings(for: host, title: String(localized: "Remove the view “\(stored)”")) {
                $0[path: "views.\(stored)"] = nil
            }
        }
        return view
    }

    /// Repeats a change of one entry if another writer changes other entries at the same time.
    private func retrying(_ change: () async throws(LootError) -> Commit?) async throws(LootError) {
        for _ in 0..<5 {
            do throws(LootError) {
                _ = try await change()
                return
            } catch { if error.code != .conflict { throw error } }
        }
        _ = try await change()
    }
}

/// A change of a setting in a form.
package struct SettingEdit: Sendable {
    /// The setting or entry.
    package let path: SettingPath
    /// The text when the form was shown.
    package let shown: String
    /// The new text. An empty text removes the setting or entry.
    package let typed: String

    /// Creates a change.
    package init(_ path: SettingPath, shown: String, typed: String) {
        self.path = path
        self.shown = shown
        self.typed = typed
    }
}

extension ListSettings {
    /// The value of a setting or an entry.
    package subscript(path: SettingPath) -> ForeignValue? {
        get { path.entry == nil ? self[path.setting.key] : self[path: path.text] }
        set {
            if path.entry == nil {
                self[path.setting.key] = newValue
            } else {
                self[path: path.text] = newValue
            }
        }
    }

    /// The names of the saved views.
    fileprivate var viewNames: [String] {
        guard case .object(let views)? = self["views"] else { return [] }
        return views.map(\.key)
    }
}

extension ItemStore {
    /// Whether a person can change settings of the list in this store.
    package var takesSettings: Bool { capabilities.isSuperset(of: [.settings, .writable]) }
}
