import LootCore
import LootPlugins

extension Registry {
    /// Throws an error if a plugin's name is taken or its description is inconsistent. Mistakes are found on
    /// registration rather than on use.
    func check(_ plugin: some Plugin) throws(LootError) {
        let descriptor = plugin.descriptor
        guard Registry.isName(descriptor.name) else {
            throw refusal(descriptor, "a name consists of letters, digits, “-” and “_”")
        }
        if names(of: descriptor.kind).contains(descriptor.name) {
            throw refusal(descriptor, "the name is already in use")
        }
        for (index, option) in descriptor.options.enumerated() {
            guard Registry.isName(option.name) else {
                throw refusal(
                    descriptor,
                    "the option “\(TextRules.visible(option.name))” doesn't consist of letters, digits, “-” and “_”"
                )
            }
            // Compare directly, since this runs at every start, and most keys differ early.
            let isReserved = ["use", "with"].contains { EnvironmentLayer.areAlike($0, option.name) }
            let isTwice = descriptor.options[..<index].contains {
                EnvironmentLayer.areAlike($0.name, option.name)
            }
            if isReserved || isTwice {
                let why = isReserved ? "is reserved" : "differs from another one only in case, “-” and “_”"
                throw refusal(descriptor, "the option “\(option.name)” \(why)")
            }
            if let value = option.defaultValue, !option.kind.admits(value) {
                throw refusal(
                    descriptor, "the default of “\(option.name)” is not \(option.kind.expectation)")
            }
        }
        for name in descriptor.shortForm where !descriptor.options.contains(where: { $0.name == name }) {
            throw refusal(descriptor, "its short form fills “\(name)”, which is not one of its options")
        }
    }

    /// Throws an error if a command's settings aren't valid options of its front end.
    func check(_ command: FrontEndPlugin.Command, of descriptor: PluginDescriptor) throws(LootError) {
        for (name, value) in command.settings.sorted(by: { $0.key < $1.key }) {
            guard let option = descriptor.options.first(where: { $0.name == name }), option.kind.admits(value)
            else {
                throw refusal(
                    descriptor,
                    "its command “\(command.name)” sets “\(name)” to an invalid value")
            }
        }
    }

    /// Returns the error for a plugin that can't be registered.
    func refusal(_ descriptor: PluginDescriptor, _ why: String) -> LootError {
        LootError(
            .configuration,
            "can't register the \(descriptor.kind.noun) “\(TextRules.visible(descriptor.name))”",
            because: why)
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension PluginOption.Kind {
    /// Whether values must not be shown.
    var isSecret: Bool {
        switch self {
        case .secret: true
        case .list(let kind): kind.isSecret
        default: false
        }
    }
}
