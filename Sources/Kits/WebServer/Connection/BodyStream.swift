/// The body of a streamed response, in the framing that its head announces.
enum BodyStream {
    case length(remaining: Int)
    case chunked
    /// The body ends when the connection closes.
    case close

    init(_ framing: ResponseEncoder.Framing) {
        switch framing {
        case .length(let length): self = .length(remaining: length)
        case .chunked: self = .chunked
        case .none, .close: self = .close
        }
    }

    /// Appends bytes of the body to the output. Returns `false` if the body would exceed the announced length.
    mutating func write(
        _ bytes: [UInt8], to output: inout OutputQueue, at now: ContinuousClock.Instant
    ) -> Bool {
        guard !bytes.isEmpty else { return true }
        switch self {
        case .length(let remaining):
            guard bytes.count <= remaining else { return false }
            self = .length(remaining: remaining - bytes.count)
            output.append(bytes, at: now)
        case .chunked:
            output.write(at: now) { ResponseEncoder.appendChunkSize(bytes.count, to: &$0) }
            output.append(bytes, at: now)
            output.write(at: now) { $0.append(contentsOf: "\r\n".utf8) }
        case .close:
            output.append(bytes, at: now)
        }
        return true
    }

    /// Appends the end of the body to the output. Returns `false` if the body is shorter than the announced length.
    func end(in output: inout OutputQueue, at now: ContinuousClock.Instant) -> Bool {
        switch self {
        case .length(let remaining): if remaining != 0 { return false }
        case .chunked: output.append(Array("0\r\n\r\n".utf8), at: now)
        case .close: break
        }
        return true
    }
}
