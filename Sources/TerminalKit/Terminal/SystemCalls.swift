#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the kit asks of the operating system; all that differs between platforms is here and in
/// ``TerminalRescue``.
enum SystemCalls {
    static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

    static func size(of file: Int32) -> Size? {
        var window = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        return Size(width: Int(window.ws_col), height: Int(window.ws_row))
    }

    /// What can be read now, after having been told that there is something; empty at the end.
    static func read(from file: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            // Unsafe because that is how the system fills a buffer; it lives for this call.
            let count = bytes.withUnsafeMutableBytes { buffer in
                #if canImport(Glibc)
                    Glibc.read(file, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.read(file, buffer.baseAddress, buffer.count)
                #else
                    Darwin.read(file, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    static func write(_ bytes: [UInt8], to file: Int32) throws(TerminalError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Unsafe because that is how the system takes bytes; the pointer lives for this call.
            let count = rest.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(file, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.write(file, buffer.baseAddress, buffer.count)
                #else
                    Darwin.write(file, buffer.baseAddress, buffer.count)
                #endif
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    static func stopJob() { kill(0, SIGTSTP) }
}
