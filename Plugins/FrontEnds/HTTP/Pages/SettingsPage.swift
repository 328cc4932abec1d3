import Localization
import LootActions
import LootCore
import LootMerge
import LootPlugins
import WebServer

/// The form with the settings of the list, created from their descriptions.
struct SettingsPage {
    let settings: ListSettings
    /// The hint for the currency of the list, if amounts depend on it.
    let currencyNote: Message?
    /// The role of the person, or `read` if the store can't be changed.
    let role: Role
    /// The typed values, if the form couldn't be saved.
    var typed = QueryItems(form: [])
    var problem: LootError?
    var isSaved = false

    var html: HTML {
        let message: HTML? =
            problem.map { "<p class=\"problem\" role=\"alert\">\($0.textOfPage)</p>" }
            ?? (isSaved ? "<p role=\"status\">\(localized: "Saved.")</p>" : nil)
        return """
            \(conflicts)
            <form class="card" method="post" action="/settings">\(message)
            \(KnownSetting.all.map(section))
            \(role >= .write ? "<p class=\"actions\"><button class=\"button prominent\">\(localized: "Save")</button></p>" : nil)
            </form>
            """
    }

    private func section(_ setting: KnownSetting) -> HTML {
        let rows = setting.rows(of: settings)
        guard case .entries(let new, let example) = setting.kind else {
            let note = setting.key == "currency" ? currencyNote.map { " \($0.text)" } ?? "" : ""
            return
                "\(rows.map { row($0.path, $0.text, "\(setting.title.text)", hint: setting.summary.text + note) })"
        }
        let key = setting.key.rawValue
        let entry: HTML = """
            <p class="field"><label for="new-\(key)">\(localized: "\(new): name")</label>\
            <input id="new-\(key)" name="new-\(key)" value="\(typed["new-\(key)"] ?? "")" autocomplete="off">\
            <label for="value-\(key)">\(localized: "Value, such as \(example)")</label>\
            <input id="value-\(key)" name="value-\(key)" value="\(typed["value-\(key)"] ?? "")" autocomplete="off"></p>
            """
        return """
            <fieldset><legend>\(setting.title.text)</legend><p class="hint">\(setting.summary.text)</p>
            \(rows.map { row($0.path, $0.text, $0.path.entry ?? "", hint: nil) })
            \(role >= setting.requiredRole ? entry : nil)</fieldset>
            """
    }

    private func row(_ path: SettingPath, _ text: String, _ label: String, hint: String?) -> HTML {
        let (name, id) = (path.text, "setting-\(path.text)")
        let isFaulty = problem?.field?.rawValue == name
        return """
            <p class="field"><label for="\(id)"><bdi>\(label)</bdi></label>\
            <input type="hidden" name="shown-\(name)" value="\(text)">\
            <input id="\(id)" name="\(name)" value="\(typed[name] ?? text)" autocomplete="off" spellcheck="false"\
            \(isFaulty ? " aria-invalid=\"true\"" : nil)\(role >= path.setting.requiredRole ? nil : " readonly")>\
            \(hint.map { " <small>\($0)</small>" } as HTML?)</p>

            """
    }

    /// The unresolved conflicts of merges, with a button for each side.
    private var conflicts: [HTML] {
        settings.conflicts.map { conflict in
            let name = conflict.field?.rawValue ?? ""
            func text(_ side: MergeConflict.Side) -> String {
                conflict.value(of: side).map { "\($0)" } ?? ItemPresentation.notSet
            }
            let buttons = MergeConflict.Side.allCases.map { side in
                Fragment.button(
                    "/settings/settle", "\(localized: "Use “\(text(side))”")",
                    fields: [("setting", name), ("side", side.rawValue)])
            }
            return """
                <div class="notice" role="alert"><p>\
                \(localized: "A merge found two values for “\(name)”: \(text(.ours)) and \(text(.theirs)).")</p>\(role >= .manage ? buttons : [])</div>

                """
        }
    }
}

extension Site {
    /// Adds the routes of the page with the settings of the list.
    func addSettingsPage(to router: inout Router) {
        page(&router, .get, "/settings") { request in
            try await self.settingsPage(request) { $0.isSaved = request.query["saved"] != nil }
        }
        page(&router, .post, "/settings") { request in
            let form = try await self.form(request)
            do throws(LootError) {
                try await self.inventory.changeSettings(try Self.edits(form), for: self.host)
            } catch {
                guard [.invalidValue, .conflict, .usage].contains(error.code) else { throw error }
                return try await self.settingsPage(request) { ($0.typed, $0.problem) = (form, error) }
            }
            self.views.forget()
            return Self.redirect("/settings?saved=true")
        }
        page(&router, .post, "/settings/settle") { request in
            let form = try await self.form(request)
            if let name = form["setting"], let side = MergeConflict.Side(rawValue: form["side"] ?? "") {
                try await self.inventory.settle(setting: name, taking: side, for: self.host)
            }
            return Self.redirect("/settings")
        }
    }

    private func settingsPage(
        _ request: Request, _ change: (inout SettingsPage) -> Void
    ) async throws -> Response {
        var page = SettingsPage(
            settings: try await inventory.settings(), currencyNote: try await inventory.noteOnCurrency(),
            role: canWrite && store.takesSettings ? Caller.current.role : .read)
        change(&page)
        return layout(
            String(localized: "Settings"), kind: "settings-page", request, needsScript: false
        ).response(back: .more, page.html, page.problem == nil ? .ok : .unprocessableContent)
    }

    /// Returns the changes in the given form. Settings that have no field in the form stay unchanged.
    private static func edits(_ form: QueryItems) throws(LootError) -> [SettingEdit] {
        var edits: [SettingEdit] = []
        for (name, shown) in form.items where name.hasPrefix("shown-") {
            let path = String(name.dropFirst("shown-".count))
            guard let typed = form[path] else { continue }
            edits.append(SettingEdit(try SettingPath(path), shown: shown, typed: typed))
        }
        for setting in KnownSetting.all {
            let key = setting.key.rawValue
            let (name, value) = (form["new-\(key)"]?.trimmed ?? "", form["value-\(key)"] ?? "")
            if name.isEmpty, value.isEmpty { continue }
            edits.append(SettingEdit(try SettingPath("\(key).\(name)"), shown: "", typed: value))
        }
        return edits
    }
}
