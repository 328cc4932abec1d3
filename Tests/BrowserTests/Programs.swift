#if os(Linux)
    import Foundation

    /// What has to be on the machine.
    enum Programs {
        static let driver = first("/usr/bin/chromedriver", "/usr/local/bin/chromedriver")
        static let tmux = first("/usr/bin/tmux", "/usr/local/bin/tmux")
        static let browser = first("/usr/bin/chromium", "/usr/bin/google-chrome")
        /// The program itself, beside the tests.
        static let loot = first(
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "loot").path()
        )

        static var areThere: Bool { driver != nil && browser != nil && loot != nil }

        private static func first(_ paths: String...) -> String? {
            paths.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    /// A program that runs beside the test, and ends with it.
    final class Running {
        private let process = Process()
        private let output = Pipe()
        private var text = ""

        init(_ path: String, _ arguments: [String], _ environment: [String: String] = [:]) throws {
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        /// Reads what the program says until a number stands behind some words.
        func number(behind words: String) throws -> Int {
            while true {
                if let found = text.range(of: words) {
                    let rest = text[found.upperBound...]
                    let digits = rest.prefix { $0.isNumber }
                    if !digits.isEmpty, digits.endIndex < text.endIndex, let number = Int(digits) {
                        return number
                    }
                }
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { throw PlainClient.Failure(description: "ended, saying: \(text)") }
                text += String(decoding: piece, as: UTF8.self)
            }
        }

        /// All that a program says to its end.
        static func output(of path: String, _ arguments: [String], _ environment: [String: String] = [:])
            throws -> String
        {
            let running = try Running(path, arguments, environment)
            let data = running.output.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: data, as: UTF8.self)
        }

        func stop() {
            // A gentler signal may be blocked: programs inherit what the thread that starts them lets through.
            kill(process.processIdentifier, SIGKILL)
            // To wait for the end otherwise would need a run loop, which threads of tests have none of.
            while process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        }
    }
#endif
