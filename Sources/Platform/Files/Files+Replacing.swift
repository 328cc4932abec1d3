extension Files {
    // MARK: - Replacing

    /// Does something while a folder is locked against others who do the same.
    package static func locking<Result, Failure: Error>(
        _ folder: String, failing: (SystemFailure) -> Failure, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let lock: Int32
        do throws(SystemFailure) { lock = try open(folder, [.read]) } catch { throw failing(error) }
        defer { close(lock) }
        do throws(SystemFailure) {
            while try !Files.lock(lock) { Threads.pause(milliseconds: 5) }
        } catch { throw failing(error) }
        return try body()
    }

    /// Puts bytes in the place of a file, in one step; they are on the disk when this returns. A file that is there keeps
    /// its owner and permissions, a new one has those that are given. Its folder has to be locked.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600
    ) throws(SystemFailure) {
        let temporary = "\(path).\(ThisProcess.number).new"
        let status = exists(path) ? try Files.status(at: path) : nil
        let file = try open(temporary, [.write, .create], permissions: 0o600)
        defer { close(file) }
        do throws(SystemFailure) {
            try truncate(file, to: 0)
            // Only root may give a file to another; what is one's own is so already.
            if let status { try? setOwner(status.owner, group: status.group, of: temporary) }
            try setPermissions(status.map { $0.permissions & 0o7777 } ?? permissions, of: file)
            try write(bytes, to: file)
            try sync(file)
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = try open(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".", [.read])
        defer { close(folder) }
        try sync(folder)
    }
}
