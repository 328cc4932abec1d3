package import LootCore
import LootFormats

extension API {
    package static let readSettings = Endpoint(
        .get, "/api/settings", "readSettings", "Returns the settings of the list, such as its currency.",
        takes: Parameters.snapshot, answers: .settings)

    package static let changeSettings = Endpoint(
        .patch, "/api/settings", "changeSettings",
        "Changes settings of the list with a JSON Merge Patch. null unsets a setting.",
        takes: RequestPart<[Change]>.settings, answers: .settings, failing: [409, 501])

    package static let readStocktake = Endpoint(
        .get, "/api/stocktake", "readStocktake",
        "Returns the IDs of the items that the running stocktake found or misses.",
        answers: .made("Stocktake", "The items by result, and the unknown codes."), failing: [422])
}

extension AnswerKind where Output == ListSettings {
    static let settings = json("Settings", "The settings.") { settings, bytes in
        ForeignValue.object(settings.fields).appendJSON(to: &bytes)
    } read: { value in
        guard case .object(let fields) = ForeignValue(value) else { return nil }
        return ListSettings(fields)
    }
}

extension RequestPart where Value == [Change] {
    /// The changes to settings that a JSON Merge Patch makes.
    static let settings = RequestPart.json(
        "SettingsPatch", types: ["application/merge-patch+json", "application/json"]
    ) { changes, bytes in
        let fields = changes.compactMap { change -> ForeignField? in
            if case .set(let key, let value) = change {
                ForeignField(key.rawValue, value ?? .null)
            } else {
                nil
            }
        }
        ForeignValue.object(fields).appendJSON(to: &bytes)
    } read: { reader, value in
        guard case .object(let fields) = ForeignValue(value) else {
            reader.refuse("This must be an object with settings.")
            return nil
        }
        return fields.map { .set(SettingKey(rawValue: $0.key), $0.value == .null ? nil : $0.value) }
    }
}
