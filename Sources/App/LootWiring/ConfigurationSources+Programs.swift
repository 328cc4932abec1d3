extension ConfigurationSources {
    /// The environment in which another program of this name has the configuration of this one: what the command line says
    /// of it stands there as variables, in the place of those that say something else.
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
        if let storeAddress {
            // Options of the store that the environment has would count more than its address. Wrappers stay.
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
