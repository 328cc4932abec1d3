/// Owns a file descriptor and closes it on deinitialization.
final class OpenFile: Sendable {
    let descriptor: FileDescriptor
    private let files: any FileSystem

    init(_ descriptor: FileDescriptor, on files: any FileSystem) {
        self.descriptor = descriptor
        self.files = files
    }

    deinit { files.close(descriptor) }
}
