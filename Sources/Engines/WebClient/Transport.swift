import CCurl
package import LootCore
import LootPlugins
import Synchronization

/// An HTTP client that returns complete responses, or streams of pieces.
///
/// A single thread performs all transfers with libcurl. It doesn't follow redirections, since a token must only be
/// sent to the server for which it was issued.
package final class Transport: Sendable {
    /// A response.
    package struct Answer: Sendable {
        package var status: Int
        package var type: String
        package var body: [UInt8]
        /// The error code of the server's store, or `nil` if the store works.
        package var problem: String?
        /// The absolute URL to which the response redirects.
        package var location: String?

        /// Creates a response.
        package init(status: Int, type: String, body: [UInt8]) {
            (self.status, self.type, self.body) = (status, type, body)
        }
    }

    /// An error that prevents a response.
    package struct Failure: Error {
        /// The reason as a complete sentence.
        package let reason: Message
        /// Whether it is certain that the server hasn't received the request.
        package let isUnsent: Bool
        package let underlying: String

        /// Creates a failure.
        package init(_ reason: Message, isUnsent: Bool, underlying: String) {
            (self.reason, self.isUnsent, self.underlying) = (reason, isUnsent, underlying)
        }
    }

    /// A piece of a streamed response.
    package enum Piece: Sendable {
        case began(status: Int, type: String)
        case bytes([UInt8])
    }

    /// The receiver of a response.
    enum Receiver: Sendable {
        case whole(CheckedContinuation<Result<Answer, Failure>, Never>)
        case pieces(AsyncThrowingStream<Piece, any Error>.Continuation)
    }

    /// A request that the thread hasn't started yet.
    private struct Order {
        let id: Int
        let request: Request
        let isAlone: Bool
        let receiver: Receiver
    }

    /// The libcurl handle of all transfers. Unchecked because a pointer isn't `Sendable`: only the transport's thread
    /// uses it, except for `curl_multi_wakeup`, which libcurl allows on any thread.
    private struct Transfers: @unchecked Sendable {
        let handle: OpaquePointer
    }

    private struct State {
        /// The handle of the running thread, or `nil`.
        var transfers: Transfers?
        var orders: [Order] = []
        /// The IDs of canceled requests.
        var abandoned: [Int] = []
        var lastID = 0
        /// The tasks that wait for the thread's end.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var hasThread = false
        var isClosed = false
    }

    private let state = Mutex(State())

    private static let library = SystemLibrary("libcurl", atLeast: "7.68", package: "libcurl4") {
        ccurl_open($0, $1)
    }

    private let connectionLimit: Int

    /// Creates a transport. Each server gets at most `connectionLimit` connections; further requests wait for a free
    /// one.
    package init(connectionLimit: Int = 8) throws(LootError) {
        self.connectionLimit = connectionLimit
        try Transport.library.open()
    }

    /// Sends a request and waits for the complete response.
    ///
    /// Set `alone` to send a request that must not be repeated on a new connection. If a reused connection turns out
    /// to be closed, libcurl sends the request again. A failure of the second attempt then says nothing about the
    /// first.
    package func send(_ request: Request, alone: Bool = false) async -> Result<Answer, Failure> {
        await withCheckedContinuation { continuation in
            if let failure = start(request, .whole(continuation), alone: alone).failure {
                continuation.resume(returning: .failure(failure))
            }
        }
    }

    /// Sends a request and returns a stream of the response. Ending the iteration cancels the request.
    package func stream(_ request: Request) -> AsyncThrowingStream<Piece, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Piece.self)
        switch start(request, .pieces(continuation), alone: false) {
        case .success(let id):
            continuation.onTermination = { [weak self] end in
                if case .cancelled = end { self?.abandon(id) }
            }
        case .failure(let failure): continuation.finish(throwing: failure)
        }
        return stream
    }

    /// Whether the transport is closed.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Cancels all requests. Later requests fail.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            Transport.wake(state)
        }
    }

    /// Waits until the thread of a closed transport has ended. Otherwise, a process could exit while the thread still
    /// uses its resources.
    package func end() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.hasThread { state.waiting.append(continuation) }
                return !state.hasThread
            }
            if isOver { continuation.resume() }
        }
    }

    // MARK: From other threads

    private static let closed = Failure("The connection was closed.", isUnsent: true, underlying: "")
    private static let exhausted = Failure(
        "The system has no resources for another connection.", isUnsent: true, underlying: "")

    /// Enqueues a request for the thread. Starts the thread if necessary.
    private func start(_ request: Request, _ receiver: Receiver, alone: Bool) -> Result<Int, Failure> {
        state.withLock { state in
            if state.isClosed { return .failure(Transport.closed) }
            if state.transfers == nil {
                guard let transfers = startThread() else { return .failure(Transport.exhausted) }
                state.transfers = transfers
                state.hasThread = true
            }
            state.lastID += 1
            state.orders.append(
                Order(id: state.lastID, request: request, isAlone: alone, receiver: receiver))
            Transport.wake(state)
            return .success(state.lastID)
        }
    }

    private func abandon(_ id: Int) {
        state.withLock { state in
            state.abandoned.append(id)
            Transport.wake(state)
        }
    }

    private static func wake(_ state: borrowing State) {
        if let transfers = state.transfers { curl_multi_wakeup(transfers.handle) }
    }

    private func startThread() -> Transfers? {
        guard let handle = curl_multi_init() else { return nil }
        ccurl_set_limit(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionLimit)
        // The thread retains the transport, and releases it when it ends.
        let held = Unmanaged.passRetained(self)
        let isStarted =
            ccurl_start(
                { transport in
                    if let transport { Unmanaged<Transport>.fromOpaque(transport).takeRetainedValue().run() }
                }, held.toOpaque()) == 0
        if isStarted { return Transfers(handle: handle) }
        held.release()
        curl_multi_cleanup(handle)
        return nil
    }

    // MARK: On the thread

    /// Performs transfers until the transport is closed.
    private func run() {
        guard let multi = state.withLock(\.transfers)?.handle else { return }
        var transfers: [Int: Transfer] = [:]
        var isClosed = false
        while !isClosed {
            let (orders, abandoned, isLast) = state.withLock { state in
                defer { (state.orders, state.abandoned) = ([], []) }
                return (state.orders, state.abandoned, state.isClosed)
            }
            isClosed = isLast
            for order in orders {
                let transfer = Transfer(order.request, isAlone: order.isAlone, for: order.receiver)
                if let transfer, curl_multi_add_handle(multi, transfer.easy) == 0 {
                    transfers[order.id] = transfer
                } else {
                    order.receiver.end(with: Transport.exhausted)
                }
            }
            for id in abandoned {
                transfers.removeValue(forKey: id)?.end(in: multi, with: Transport.closed)
            }
            if isClosed { break }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            finishCompleted(&transfers, multi)
            curl_multi_poll(multi, nil, 0, finishTimedOut(&transfers, multi), nil)
        }
        for transfer in transfers.values { transfer.end(in: multi, with: Transport.closed) }
        state.withLock { $0.transfers = nil }
        curl_multi_cleanup(multi)
        let waiting = state.withLock { state in
            state.hasThread = false
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Ends the transfers that are complete or have failed.
    private func finishCompleted(_ transfers: inout [Int: Transfer], _ multi: OpaquePointer) {
        var rest: Int32 = 0
        while let message = curl_multi_info_read(multi, &rest)?.pointee {
            guard message.msg == CURLMSG_DONE,
                let (id, transfer) = transfers.first(where: { $0.value.easy == message.easy_handle })
            else { continue }
            transfers[id] = nil
            transfer.end(in: multi, with: transfer.failure(of: message.data.result))
        }
    }

    /// Ends the transfers that have exceeded their deadline.
    ///
    /// - Returns: The number of milliseconds until the next deadline.
    private func finishTimedOut(_ transfers: inout [Int: Transfer], _ multi: OpaquePointer) -> Int32 {
        let now = ContinuousClock.now
        var rest = Duration.seconds(3_600)
        for (id, transfer) in transfers {
            let left = transfer.deadline(at: now) - now
            if left > .zero {
                rest = min(rest, left)
            } else {
                transfers[id] = nil
                transfer.end(in: multi, with: transfer.failure(of: CURLE_OPERATION_TIMEDOUT))
            }
        }
        return Int32(rest / .milliseconds(1)) + 1
    }
}

extension Transport.Receiver {
    /// Ends the response with a failure.
    func end(with failure: Transport.Failure) {
        switch self {
        case .whole(let continuation): continuation.resume(returning: .failure(failure))
        case .pieces(let continuation): continuation.finish(throwing: failure)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
