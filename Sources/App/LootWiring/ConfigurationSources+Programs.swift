extension ConfigurationSources {
    /// The environment for other programs, which passes on this program's configuration: variables represent the
    /// command-line options and replace conflicting ones.
    package var environmentOfPrograms: [String: String] {
        var environment = environment
        if let configurationFile { environment["LOOT_CONFIG"] = configurationFile }
        for setting in settings {
            guard let equals = setting.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(setting[..<equals])
            let name = "LOOT_" + key.uppercased().replacing(".", with: "_").replacing("-", with: "_")
            for other in environment.keys where EnvironmentLayer.areAlike(other, name) {
                environment[other] = nil
            }
            environment[name] = String(setting.utf8[equals...].dropFirst()) ?? ""
        }
        let choosesList = settings.contains { $0.hasPrefix("\(Layer.listKey)=") }
        if storeAddress != nil { environment["LOOT_LIST"] = nil }
        if storeAddress != nil || choosesList {
            // Remove the store's options from the environment, which would take precedence over the address or list.
            // Keep the wrappers.
            let isStore = { (name: String) in EnvironmentLayer.squeezed(name).hasPrefix("LOOTSTORE") }
            for name in environment.keys
            where isStore(name) && !EnvironmentLayer.areAlike(name, "LOOT_STORE_WITH") {
                environment[name] = nil
            }
            environment["LOOT_STORE"] = storeAddress
        }
        return environment
    }
}
