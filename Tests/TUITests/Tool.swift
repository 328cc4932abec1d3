#if canImport(Glibc)
    import Glibc

    /// Runs other programs without passing on the test's open files. Otherwise, a server that such a program
    /// leaves running would keep pipes open that the test waits for.
    enum Tool {
        /// Returns the path of the first program that can run.
        static func path(_ candidates: String...) -> String? { candidates.first { access($0, X_OK) == 0 } }

        /// Starts a program. Input is read from `input`, and output and errors are written to `output`.
        static func start(
            _ path: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil,
            environment: [String: String]? = nil
        ) -> pid_t? {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for (file, place) in [(input, Int32(0)), (output, 1), (output, 2)] {
                if let file {
                    posix_spawn_file_actions_adddup2(&actions, file, place)
                } else {
                    posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
                }
            }
            // Closing descriptors that aren't open does no harm. There is no portable call to close all of them.
            for file in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, file) }
            // Tests' threads block signals. A server that inherited this would never notice that its children ended.
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            var usual = sigset_t()
            sigfillset(&usual)
            posix_spawnattr_setsigdefault(&attributes, &usual)
            posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
            // Unsafe, because arguments are passed as C strings. The copies exist until the program has
            // started.
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            var settings = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
            defer { for word in words + settings { free(word) } }
            var child = pid_t()
            let result = settings.withUnsafeMutableBufferPointer { settings in
                posix_spawn(
                    &child, path, &actions, &attributes, &words,
                    environment == nil ? environ : settings.baseAddress)
            }
            return result == 0 ? child : nil
        }

        /// Waits until a program ends. Returns its exit status, or 128 plus the signal that ended it.
        @discardableResult
        static func wait(for child: pid_t) -> Int32 {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }

        /// Runs a program to completion and returns its output.
        @discardableResult
        static func run(_ path: String, _ arguments: String...) -> String {
            var name = Array("/tmp/loot-XXXXXX".utf8CString)
            let file = mkstemp(&name)
            guard file >= 0 else { return "" }
            unlink(name)
            defer { close(file) }
            guard let child = start(path, arguments, output: file) else { return "" }
            wait(for: child)
            var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
            let count = pread(file, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }
#endif
