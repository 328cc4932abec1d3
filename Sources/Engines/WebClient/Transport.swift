import CCurl
package import LootCore
import LootPlugins
import Synchronization

/// Sends requests and hands over what comes back: whole, or piece by piece for a stream that does not end.
///
/// One thread does all transfers, by libcurl. Redirections are not followed: a token belongs to the server that it was
/// given for.
package final class Transport: Sendable {
    /// What came back.
    package struct Answer: Sendable {
        package var status: Int
        package var type: String
        package var body: [UInt8]
        /// What is wrong with the server's store, as a code; nil when all is well.
        package var problem: String?
        /// The absolute address that the answer redirects to.
        package var location: String?

        /// An answer.
        package init(status: Int, type: String, body: [UInt8]) {
            (self.status, self.type, self.body) = (status, type, body)
        }
    }

    /// Why nothing came back.
    package struct Failure: Error {
        package let why: String
        /// Whether the server can't have got the request.
        package let isUnsent: Bool
        package let underlying: String

        /// A failure.
        package init(why: String, isUnsent: Bool, underlying: String) {
            (self.why, self.isUnsent, self.underlying) = (why, isUnsent, underlying)
        }
    }

    /// A piece of a stream.
    package enum Piece: Sendable {
        case began(status: Int, type: String)
        case bytes([UInt8])
    }

    /// Who gets what comes back.
    enum Receiver: Sendable {
        case whole(CheckedContinuation<Result<Answer, Failure>, Never>)
        case pieces(AsyncThrowingStream<Piece, any Error>.Continuation)
    }

    /// A request that the thread is to begin.
    private struct Order {
        let id: Int
        let request: Request
        let isAlone: Bool
        let receiver: Receiver
    }

    /// The transfers, as libcurl knows them. Unchecked because a pointer is not `Sendable`: only the thread of the
    /// transfers works with it, and others make the one call that libcurl allows from any thread, to wake it up.
    private struct Transfers: @unchecked Sendable {
        let handle: OpaquePointer
    }

    private struct State {
        /// What the thread works with, while there is one.
        var transfers: Transfers?
        var orders: [Order] = []
        /// The requests whose answers are no longer wanted.
        var abandoned: [Int] = []
        var lastID = 0
        /// What waits for the thread's end.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var hasThread = false
        var isClosed = false
    }

    private let state = Mutex(State())

    private static let library = SystemLibrary("libcurl", atLeast: "7.68", package: "libcurl4") {
        ccurl_open($0, $1)
    }

    private let connectionLimit: Int

    /// As many connections to the server are open at the same time; more requests wait for one.
    package init(connectionLimit: Int = 8) throws(LootError) {
        self.connectionLimit = connectionLimit
        try Transport.library.open()
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// A request that must not be made twice goes `alone`, on a connection of its own. On one that was used before, the
    /// library may find it closed and send the request once more by itself; the failure that it tells of in the end is
    /// then that of the second try, and says nothing about the first.
    package func send(_ request: Request, alone: Bool = false) async -> Result<Answer, Failure> {
        await withCheckedContinuation { continuation in
            if let failure = start(request, .whole(continuation), alone: alone).failure {
                continuation.resume(returning: .failure(failure))
            }
        }
    }

    /// Sends a request and hands over the answer as it comes. Leaving the stream gives up the request.
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

    /// Whether nothing can be sent any more.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Gives up what is under way. Nothing can be sent any more.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            Transport.wake(state)
        }
    }

    /// Waits until nothing of a closed transport is left. A process that ended before would take away what the thread
    /// still uses.
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

    private static let closed = Failure(why: "it was closed", isUnsent: true, underlying: "")
    private static let exhausted = Failure(
        why: "the system has no means left for a connection", isUnsent: true, underlying: "")

    /// Has the thread begin a request, and starts the thread for the first one.
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
        // The thread holds the transport, and gives it back when it ends.
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

    /// Does all transfers until the transport is closed.
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
            endDone(&transfers, multi)
            curl_multi_poll(multi, nil, 0, endLate(&transfers, multi), nil)
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

    /// Ends the transfers that are done, or failed.
    private func endDone(_ transfers: inout [Int: Transfer], _ multi: OpaquePointer) {
        var rest: Int32 = 0
        while let message = curl_multi_info_read(multi, &rest)?.pointee {
            guard message.msg == CURLMSG_DONE,
                let (id, transfer) = transfers.first(where: { $0.value.easy == message.easy_handle })
            else { continue }
            transfers[id] = nil
            transfer.end(in: multi, with: transfer.failure(of: message.data.result))
        }
    }

    /// Ends the transfers that were silent for too long.
    ///
    /// - Returns: how many milliseconds the next one may still be silent.
    private func endLate(_ transfers: inout [Int: Transfer], _ multi: OpaquePointer) -> Int32 {
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
    /// Tells that nothing comes any more; why, if there should have been more.
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
