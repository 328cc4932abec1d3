#if os(Linux)
    import Foundation

    /// The programs that the tests need.
    enum Programs {
        static let driver = first("/usr/bin/chromedriver", "/usr/local/bin/chromedriver")
        static let tmux = first("/usr/bin/tmux", "/usr/local/bin/tmux")
        static let browser = first("/usr/bin/chromium", "/usr/bin/google-chrome")
        /// The built program.
        static let loot = first(
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "loot").path()
        )

        static var areThere: Bool { driver != nil && browser != nil && loot != nil }

        private static func first(_ paths: String...) -> String? {
            paths.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    /// A program that runs during a test and ends with it.
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

        /// Reads the output until a number appears after the given text.
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

        /// Runs a program and returns its complete output.
        static func output(of path: String, _ arguments: [String], _ environment: [String: String] = [:])
            throws -> String
        {
            let running = try Running(path, arguments, environment)
            let data = running.output.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: data, as: UTF8.self)
        }

        func stop() {
            // SIGTERM may be blocked, because programs inherit the signal mask of the thread that starts them.
            kill(process.processIdentifier, SIGKILL)
            // Waiting in another way would need a run loop, which the threads of tests don't have.
            while process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        }
    }
#endif
