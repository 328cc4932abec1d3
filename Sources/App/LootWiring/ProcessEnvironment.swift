import Platform

/// The variables of the running process. Those whose values are not UTF-8 are told by name only.
func processEnvironment() -> (variables: [String: String], unreadable: Set<String>) {
    var variables: [String: String] = [:]
    var unreadable: Set<String> = []
    ThisProcess.eachEnvironmentLine { bytes in
        // `=` ends the name.
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return }
        let name = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<equals]), as: UTF8.self)
        let value = UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...])
        if let text = String(validating: value, as: UTF8.self) {
            variables[name] = text
        } else {
            unreadable.insert(name)
        }
    }
    return (variables, unreadable)
}
