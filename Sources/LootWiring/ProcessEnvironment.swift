#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables of the running process, read from where the system keeps them: a process that ends after a
/// millisecond has no time for more.
func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
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
            variables[name] = String(
                decoding: UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...]), as: UTF8.self)
        }
        next += 1
    }
    return variables
}
