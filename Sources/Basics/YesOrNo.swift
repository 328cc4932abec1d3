extension Bool {
    /// What a person says of a switch, wherever they say it: `true`, `yes`, `on` and `1`, or `false`, `no`, `off` and
    /// `0`, in any case; nil for anything else.
    package init?(said text: some StringProtocol) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}
