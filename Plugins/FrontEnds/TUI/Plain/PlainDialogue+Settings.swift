import Localization
import LootActions
import LootCore

extension PlainDialogue {
    /// Shows the settings, or changes one: `currency EUR`. A setting without a value is removed.
    func settings(_ rest: String) async throws(LootError) {
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return try await sayKnownSettings() }
        let path = try SettingPath(name)
        let value = words.count > 1 ? path.value(of: words[1]) : nil
        let commit = try await inventory.changeSettings(for: host) { $0[path] = value }
        guard commit != nil else { return say(String(localized: "Nothing was changed.")) }
        let text = try await inventory.settings()[path].map { path.text(of: $0) }
        say(
            text.map { String(localized: "\(path.text) is now \($0).") }
                ?? String(localized: "\(path.text) is no longer set."))
        if let effect = try await inventory.effectOnAmounts(of: commit) { say(effect.text) }
    }

    private func sayKnownSettings() async throws(LootError) {
        let settings = try await inventory.settings()
        for setting in KnownSetting.all {
            let rows = setting.rows(of: settings)
            if rows.isEmpty { say(Language.current.titled(setting.key.rawValue, String(localized: "none"))) }
            for (path, text) in rows {
                say(Language.current.titled(path.text, text.isEmpty ? ItemPresentation.notSet : text))
            }
        }
    }
}
