import Foundation

/// The browser of whoever runs the server.
enum Browser {
    /// Shows an address, where there is a browser to show it.
    static func open(_ address: String) {
        #if os(Linux) || os(macOS)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            #if os(macOS)
                process.arguments = ["open", address]
            #else
                process.arguments = ["xdg-open", address]
            #endif
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            // The address stands on standard output in any case.
            try? process.run()
        #endif
    }
}
