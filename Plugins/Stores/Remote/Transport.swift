import Foundation
import LootCore
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request to a server.
typealias Request = URLRequest

/// Sends requests and hands over what comes back: whole, or piece by piece for a stream that does not end.
///
/// Redirections are not followed: a token belongs to the server that it was given for.
final class Transport: NSObject, URLSessionDataDelegate, Sendable {
    /// What came back.
    struct Answer: Sendable {
        let status: Int
        let type: String
        let body: [UInt8]
    }

    /// Why nothing came back.
    struct Failure: Error {
        let why: String
        /// Whether the server can't have got the request.
        let isUnsent: Bool
        let underlying: String
    }

    /// A piece of a stream.
    enum Piece: Sendable {
        case began(status: Int, type: String)
        case bytes([UInt8])
    }

    private enum Receiver {
        case whole(
            CheckedContinuation<Result<Answer, Failure>, Never>, status: Int, type: String, body: [UInt8])
        case pieces(AsyncThrowingStream<Piece, any Error>.Continuation)
    }

    private struct State {
        var receivers: [ObjectIdentifier: Receiver] = [:]
        /// The requests that are under way, each by itself.
        var tasks: [ObjectIdentifier: URLSessionTask] = [:]
        var session: URLSession?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Sends a request and waits for the whole answer.
    ///
    /// A request that must not be made twice goes `alone`, on a connection of its own. On one that was used before, the
    /// library may find it closed and send the request once more by itself; the failure that it tells of in the end is
    /// then that of the second try, and says nothing about the first.
    func send(_ request: Request, alone: Bool = false) async -> Result<Answer, Failure> {
        await withCheckedContinuation { continuation in
            let receiver = Receiver.whole(continuation, status: 0, type: "", body: [])
            if !start(request, receiver, alone: alone) {
                continuation.resume(returning: .failure(Transport.closed))
            }
        }
    }

    /// Sends a request and hands over the answer as it comes. Leaving the stream gives up the request.
    func stream(_ request: Request) -> AsyncThrowingStream<Piece, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Piece.self)
        if !start(request, .pieces(continuation)) { continuation.finish(throwing: Transport.closed) }
        return stream
    }

    /// Gives up what is under way. Nothing can be sent any more.
    func close() {
        let (session, tasks) = state.withLock { state in
            state.isClosed = true
            return (state.session.take(), Array(state.tasks.values))
        }
        for task in tasks { task.cancel() }
        session?.invalidateAndCancel()
    }

    private static let closed = Failure(why: "the store was closed", isUnsent: true, underlying: "")

    /// Sends a request; false if there is nobody to send it any more.
    private func start(_ request: Request, _ receiver: Receiver, alone: Bool = false) -> Bool {
        let task: URLSessionDataTask? = state.withLock { state in
            if state.isClosed { return nil }
            let session = alone ? makeSession() : state.session ?? makeSession()
            if !alone { state.session = session }
            let task = session.dataTask(with: request)
            if alone { session.finishTasksAndInvalidate() }
            state.receivers[ObjectIdentifier(task)] = receiver
            state.tasks[ObjectIdentifier(task)] = task
            return task
        }
        guard let task else { return false }
        if case .pieces(let continuation) = receiver {
            continuation.onTermination = { _ in task.cancel() }
        }
        task.resume()
        return true
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 8
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    }

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let type = response.mimeType ?? ""
        state.withLock { state in
            switch state.receivers[ObjectIdentifier(dataTask)] {
            case .whole(let continuation, _, _, _):
                state.receivers[ObjectIdentifier(dataTask)] = .whole(
                    continuation, status: status, type: type, body: [])
            case .pieces(let continuation): continuation.yield(.began(status: status, type: type))
            case nil: break
            }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { state in
            switch state.receivers.removeValue(forKey: ObjectIdentifier(dataTask)) {
            case .whole(let continuation, let status, let type, var body):
                body.append(contentsOf: data)
                state.receivers[ObjectIdentifier(dataTask)] = .whole(
                    continuation, status: status, type: type, body: body)
            case .pieces(let continuation):
                continuation.yield(.bytes([UInt8](data)))
                state.receivers[ObjectIdentifier(dataTask)] = .pieces(continuation)
            case nil: break
            }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = error.map { Transport.failure($0) }
        let receiver = state.withLock { state in
            state.tasks[ObjectIdentifier(task)] = nil
            return state.receivers.removeValue(forKey: ObjectIdentifier(task))
        }
        switch receiver {
        case .whole(let continuation, let status, let type, let body):
            let answer = Answer(status: status, type: type, body: body)
            continuation.resume(returning: failure.map { .failure($0) } ?? .success(answer))
        case .pieces(let continuation): continuation.finish(throwing: failure)
        case nil: break
        }
    }

    private static func failure(_ error: any Error) -> Failure {
        let text = (error as NSError).localizedDescription
        let (why, isUnsent): (String, Bool) =
            switch (error as? URLError)?.code {
            case .cannotConnectToHost: ("nothing answers there", true)
            case .cannotFindHost, .dnsLookupFailed: ("there is no machine of that name", true)
            case .notConnectedToInternet: ("this machine has no network", true)
            case .timedOut: ("it does not answer in time", false)
            case .networkConnectionLost: ("the connection was lost", false)
            case .cancelled: ("the store was closed", false)
            // The library has no code of its own for it, only words.
            case _ where text.contains("certificate"):
                ("its certificate can't be trusted by this machine", true)
            default: ("the connection failed", false)
            }
        return Failure(why: why, isUnsent: isUnsent, underlying: text)
    }
}
