#if canImport(Glibc)
    import Glibc

    /// Runs other programs so that nothing of the test's own is open in them: a server that one of them leaves behind
    /// would otherwise keep pipes open which the test waits for.
    enum Tool {
        /// Where the first of these programs is that can be run.
        static func path(_ candidates: String...) -> String? { candidates.first { access($0, X_OK) == 0 } }

        /// Starts a program; input comes from `input`, output and errors go to `output`.
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
            // Closing what is not open does no harm; the system has no call here that closes all.
            for file in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, file) }
            // The threads of a test block signals; a server that did so too would never notice that its children ended.
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
            // Unsafe because that is how arguments are handed over; the copies live until the program has started.
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

        /// Waits until a program ends; its exit status, or 128 and the signal that ended it.
        @discardableResult
        static func wait(for child: pid_t) -> Int32 {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }

        /// Runs a program to its end; what it wrote.
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
