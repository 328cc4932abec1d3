import CommandLineKit
import LootCore
import LootPlugins

/// A command that starts another front end. The options of its plugin are options of the command.
struct FrontEndCommand: Sendable {
    /// A command-line option that represents an option of the plugin.
    private enum Flag: Sendable {
        case toggle(Option<Bool?>)
        case value(Option<String?>)
    }

    let command: FrontEndPlugin.Command
    private let plugin: PluginDescriptor

    init(_ command: FrontEndPlugin.Command, of plugin: PluginDescriptor) {
        self.command = command
        self.plugin = plugin
    }

    var declaration: Command {
        Command(
            command.name, summary: command.summary, group: "Other front ends",
            options: flags.map { flag in
                switch flag.1 {
                case .toggle(let option): option as any AnyOption
                case .value(let option): option
                }
            }, examples: command.examples.map { Command.Example($0.line, $0.summary) })
    }

    /// Returns the settings given by the options. They aren't validated until the plugin is created.
    func settings(_ invocation: Invocation) -> [String: SettingValue] {
        var settings: [String: SettingValue] = [:]
        for (option, flag) in flags {
            settings[option.name] =
                switch flag {
                case .toggle(let toggle): invocation[toggle].map { .flag($0) }
                case .value(let value): invocation[value].map { FrontEndCommand.setting($0, as: option.kind) }
                }
        }
        return settings
    }

    /// Returns whether the command greets a person on the first start.
    func greets(_ invocation: Invocation) -> Bool {
        switch command.greeting {
        case .always: true
        case .never: false
        case .withFlag(let name): settings(invocation)[name] == .flag(true)
        }
    }

    private var flags: [(PluginOption, Flag)] {
        plugin.options.map { option in
            let name = FrontEndCommand.flagName(option.name)
            func value(_ placeholder: String, _ values: Values = .any) -> Flag {
                .value(.value(name, placeholder, option.summary, values: values))
            }
            let flag =
                switch option.kind {
                case .flag: Flag.toggle(.toggle(name, option.summary))
                case .choice(let words): value("WORD", .oneOf(words))
                case .path: value("FILE", .file)
                case .address: value("ADDRESS", Known.addresses.values)
                case .integer, .bound: value("N")
                case .amount: value("AMOUNT")
                case .list: value("A,B")
                case .text, .secret: value("TEXT")
                }
            return (option, flag)
        }
    }

    private static func setting(_ text: String, as kind: PluginOption.Kind) -> SettingValue {
        switch kind {
        case .integer: Int(text).map { .integer($0) } ?? .text(text)
        case .amount: Amount(text).map { .amount($0) } ?? .text(text)
        case .list(let kind):
            .list(text.split(separator: ",").map { setting(String($0), as: kind) })
        default: .text(text)
        }
    }

    /// Converts a plugin option's name to a command-line option's name: `publicURL` becomes `public-url`. Names are
    /// ASCII.
    private static func flagName(_ name: String) -> String {
        var result: [UInt8] = []
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isUpper, wasLower { result.append(UInt8(ascii: "-")) }
            result.append(isUpper ? byte | 0x20 : byte)
            wasLower = !isUpper
        }
        return String(decoding: result, as: UTF8.self)
    }
}
