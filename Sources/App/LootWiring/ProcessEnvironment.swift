import Platform

/// Returns the environment variables of the running process, and the names of those whose values aren't valid UTF-8.
func processEnvironment() -> (variables: [String: String], unreadable: Set<String>) {
    var variables: [String: String] = [:]
    var unreadable: Set<String> = []
    ThisProcess.eachEnvironmentLine { bytes in
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
