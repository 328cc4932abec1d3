@testable import LootFiles

/// A file system with one file, which can be read.
struct OneFile: FileSystem {
    let bytes: [UInt8]

    private func refusal(_ call: SystemError.Call) -> SystemError { SystemError(.readOnly, call, "journal") }

    func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        if options.contains(.write) { throw refusal(.open) }
        return FileDescriptor(rawValue: 3)
    }
    func close(_ file: FileDescriptor) {}
    func status(of file: FileDescriptor) -> FileStatus {
        FileStatus(size: bytes.count, node: 1, modified: 0, changed: 0)
    }
    func status(at path: String) -> FileStatus? {
        FileStatus(size: bytes.count, node: 1, modified: 0, changed: 0)
    }
    func destination(ofLink path: String) -> String? { nil }
    func read(_ file: FileDescriptor, at offset: Int, count: Int) -> [UInt8] {
        Array(bytes.dropFirst(offset).prefix(count))
    }
    func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        throw refusal(.write)
    }
    func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) { throw refusal(.write) }
    func sync(_ file: FileDescriptor) throws(SystemError) { throw refusal(.sync) }
    func syncFolder(_ path: String) throws(SystemError) { throw refusal(.sync) }
    func rename(_ path: String, to target: String) throws(SystemError) { throw refusal(.rename) }
    func rename(_ path: String, toFree name: String) -> Bool { false }
    func exchange(_ path: String, with other: String) -> Bool { false }
    func remove(_ path: String) throws(SystemError) { throw refusal(.remove) }
    func makeFolder(_ path: String) throws(SystemError) { throw refusal(.makeFolder) }
    func names(in folder: String) -> [String] { [] }
    func refusalToWrite(_ path: String) -> SystemError.Code? { .readOnly }
    func access(of path: String) throws(SystemError) -> FileAccess? { nil }
    func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        throw refusal(.write)
    }
    func lock(_ file: FileDescriptor) throws(SystemError) -> Bool { throw refusal(.lock) }
    func unlock(_ file: FileDescriptor) {}
}
