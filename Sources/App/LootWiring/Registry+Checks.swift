import LootCore
import LootPlugins

extension Registry {
    /// Throws an error if a plugin's name is taken or its description is inconsistent. Mistakes are found on
    /// registration rather than on use.
    func check(_ plugin: some Plugin) throws(LootError) {
        let descriptor = plugin.descriptor
        guard Registry.isName(descriptor.name) else {
            throw refusal(descriptor, "A name consists of letters, digits, “-” and “_”.")
        }
        if names(of: descriptor.kind).contains(descriptor.name) {
            throw refusal(descriptor, "The name is already in use.")
        }
        for (index, option) in descriptor.options.enumerated() {
            guard Registry.isName(option.name) else {
                throw refusal(
                    descriptor,
                    """
                    The option “\(TextRules.visible(option.name))” contains characters other than letters, digits, “-” \
                    and “_”.
                    """)
            }
            // Compare directly, since this runs at every start, and most keys differ early.
            let isReserved = ["use", "with"].contains { EnvironmentLayer.areAlike($0, option.name) }
            let isTwice = descriptor.options[..<index].contains {
                EnvironmentLayer.areAlike($0.name, option.name)
            }
            if isReserved || isTwice {
                throw refusal(
                    descriptor,
                    isReserved
                        ? "The option “\(option.name)” is reserved."
                        : "The option “\(option.name)” differs from another one only in case or in its use of “-” and “_”."
                )
            }
            if let value = option.defaultValue, !option.kind.admits(value) {
                throw refusal(
                    descriptor, "The default of “\(option.name)” is invalid.", advice: option.kind.requirement
                )
            }
        }
        for name in descriptor.shortForm where !descriptor.options.contains(where: { $0.name == name }) {
            throw refusal(descriptor, "Its short form sets “\(name)”, which isn't one of its options.")
        }
    }

    /// Throws an error if a command's settings aren't valid options of its front end.
    func check(_ command: FrontEndPlugin.Command, of descriptor: PluginDescriptor) throws(LootError) {
        for (name, value) in command.settings.sorted(by: { $0.key < $1.key }) {
            guard let option = descriptor.options.first(where: { $0.name == name }), option.kind.admits(value)
            else {
                throw refusal(
                    descriptor,
                    "Its command “\(command.name)” sets “\(name)” to an invalid value.")
            }
        }
    }

    /// Returns the error for a plugin that can't be registered.
    func refusal(
        _ descriptor: PluginDescriptor, _ reason: Message, advice: Message = ""
    ) -> LootError {
        LootError(.configuration, descriptor.registeringFailure, reason: reason, advice: advice)
    }

    static func isName(_ text: String) -> Bool {
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

extension PluginDescriptor {
    /// The failure if the plugin can't be registered.
    fileprivate var registeringFailure: Message {
        let name = TextRules.visible(name)
        return switch kind {
        case .store: "Can't register the store “\(name)”."
        case .decorator: "Can't register the store wrapper “\(name)”."
        case .sectioning: "Can't register the sectioning “\(name)”."
        case .catalog: "Can't register the catalog “\(name)”."
        case .importer: "Can't register the importer “\(name)”."
        case .exporter: "Can't register the exporter “\(name)”."
        case .hook: "Can't register the hook “\(name)”."
        case .action: "Can't register the action “\(name)”."
        case .frontEnd: "Can't register the front end “\(name)”."
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
