#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables of the running process, read from where the system keeps them: a process that ends after a
/// millisecond has no time for more. Those whose values are not UTF-8 are told by name only.
func processEnvironment() -> (variables: [String: String], unreadable: Set<String>) {
    var variables: [String: String] = [:]
    var unreadable: Set<String> = []
    #if canImport(Darwin)
        var next = _NSGetEnviron().pointee
    #else
        var next = environ
    #endif
    // The system's list of C strings ends with nil; `=` ends the name.
    while let line = next.pointee {
        let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line))
        if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
            let name = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<equals]), as: UTF8.self)
            let value = UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...])
            if let text = String(validating: value, as: UTF8.self) {
                variables[name] = text
            } else {
                unreadable.insert(name)
            }
        }
        next += 1
    }
    return (variables, unreadable)
}

/// The name under which the system knows the person who runs the process.
func loginName() -> String? {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
    return String(cString: name)
}
