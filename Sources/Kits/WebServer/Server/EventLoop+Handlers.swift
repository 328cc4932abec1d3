import Synchronization

extension EventLoop {
    // MARK: - Requests

    func begin(_ head: RequestHead, on connection: Connection) {
        counters.requests.wrappingAdd(1, ordering: .relaxed)
        connection.exchangeNumber += 1
        let exchange = ExchangeID(token: connection.token, number: connection.exchangeNumber)
        let match = router.match(head)
        let router = match.router
        var request = Request(
            head: match.head, parameters: match.parameters,
            body: RequestBody(head.framing == .none ? .bytes([]) : .connection(self, exchange)),
            peer: connection.peer)
        if configuration.accessLog != nil {
            connection.record = AccessRecord(request: request, start: moment.now)
        }
        do {
            try limitBody(of: head, to: match.route.bodyLimit, on: connection)
            switch try router.begin(&request, match.route) {
            case .answered(let response): respond(response, on: connection, exchange, error: nil)
            case .waiting(let handler, let search):
                let request = request
                runningTasks += 1
                // Prefer the loop's executor, so that a handler that waits resumes on the loop. A search for a reusable
                // response usually finds it in memory without waiting, whereas a task with a preferred executor would
                // be enqueued first.
                let task = Task.immediate(executorPreference: search == nil ? executor : nil) {
                    await self.run(router, handler, search, request, exchange)
                    self.runningTasks -= 1
                }
                keep(task, of: exchange)
            }
        } catch {
            respond(router.response(to: request, failing: error), on: connection, exchange, error: error)
        }
    }

    private func run(
        _ router: CompiledRouter, _ handler: Router.Handler, _ search: Router.Search?, _ request: Request,
        _ exchange: ExchangeID
    ) async {
        let response: Response
        var failure: (any Error)?
        do {
            response = try await router.respond(to: request, handler, search)
        } catch {
            response = router.response(to: request, failing: error)
            failure = error
        }
        guard let connection = connection(exchange) else { return }
        if let produce = answer(with: response, on: connection, error: failure) {
            await stream(produce, exchange)
        }
    }

    private func respond(
        _ response: Response, on connection: Connection, _ exchange: ExchangeID, error: (any Error)?
    ) {
        guard let produce = answer(with: response, on: connection, error: error) else { return }
        runningTasks += 1
        let task = Task.immediate(executorPreference: executor) {
            await self.stream(produce, exchange)
            self.runningTasks -= 1
        }
        keep(task, of: exchange)
    }

    /// Stores a request's task so that it can be canceled, unless the request is already complete.
    private func keep(_ task: Task<Void, Never>, of exchange: ExchangeID) {
        connection(exchange)?.task = task
    }

    /// Sends the response or, if its body is streamed, the head. Returns the closure that writes the streamed body.
    private func answer(
        with response: Response, on connection: Connection, error: (any Error)?
    ) -> (@Sendable (BodyWriter) async throws -> Void)? {
        counters.countResponse(response.status)
        if let error, !(error is HTTPError) {
            counters.failures.wrappingAdd(1, ordering: .relaxed)
            connection.record?.error = error
        }
        if connection.record != nil {
            connection.record?.status = response.status
            if case .bytes(let bytes) = response.body { connection.record?.bodyBytes = bytes.count }
        }
        let streams = connection.machine.respond(response, moment)
        guard streams, case .stream(_, let produce) = response.body else {
            finish(connection)
            return nil
        }
        connection.isEndless = response.isEndless
        advance(connection)
        return produce
    }

    private func stream(
        _ produce: @Sendable (BodyWriter) async throws -> Void, _ exchange: ExchangeID
    ) async {
        var failure: (any Error)?
        do {
            // Don't start an endless response while the server is stopping.
            if isStopping, connection(exchange)?.isEndless == true { throw CancellationError() }
            try await produce(BodyWriter(loop: self, exchange: exchange))
        } catch {
            failure = error
        }
        guard let connection = connection(exchange) else { return }
        // The cancellation of an endless response isn't a failure.
        let hasEnded = failure == nil || connection.isEndless && failure is CancellationError
        if !hasEnded || !connection.machine.endStream(now: moment.now) {
            // The head was already sent. Closing the connection is the only way to show the client that the body is
            // incomplete.
            counters.failures.wrappingAdd(1, ordering: .relaxed)
            connection.record?.error = failure
            connection.machine.abort()
        }
        finish(connection)
    }

    private func finish(_ connection: Connection) {
        connection.isEndless = false
        connection.task = nil
        connection.resumeReaders()
        log(connection)
        advance(connection)
    }

    /// Writes a completed or interrupted request to the access log.
    func log(_ connection: Connection) {
        guard let accessLog = configuration.accessLog, var record = connection.record.take() else {
            return
        }
        record.duration = ContinuousClock.now - record.start
        accessLog(record)
    }

    // MARK: - Bodies

    /// Applies the body limit of the route to which a router has passed on a request. `nil` is the server's limit.
    func limitBody(of head: RequestHead, to limit: Int?, in exchange: ExchangeID) throws(HTTPError) {
        guard let connection = connection(exchange) else { throw HTTPError.disconnected }
        try limitBody(of: head, to: limit, on: connection)
    }

    private func limitBody(
        of head: RequestHead, to limit: Int?, on connection: Connection
    ) throws(HTTPError) {
        let limit = limit ?? configuration.limits.bodyBytes
        connection.machine.bodyLimit = limit
        // Chunks that have already begun were checked against the limit of the route that passed on the request.
        let announced =
            if case .length(let length) = head.framing { length } else {
                connection.machine.parser.chunkedTotal
            }
        if announced > limit {
            throw HTTPError(.contentTooLarge, "The body is longer than \(limit) bytes.")
        }
    }

    func readBody(of exchange: ExchangeID) async throws -> [UInt8]? {
        while true {
            guard let connection = connection(exchange) else { throw HTTPError.disconnected }
            switch connection.machine.readBody(now: moment.now) {
            case .bytes(let bytes):
                advance(connection)
                return bytes
            case .end: return nil
            case .failed(let error): throw error
            case .pending: break
            }
            advance(connection)
            await withCheckedContinuation { continuation in
                // This closure may have been queued after other jobs, so the body may already have arrived. Check
                // again, since nothing else would resume the reader.
                if self.connection(exchange) != nil, connection.machine.awaitsBody {
                    connection.readers.append(continuation)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    func readWholeBody(of exchange: ExchangeID) async throws -> [UInt8] {
        var whole: [UInt8] = []
        while let piece = try await readBody(of: exchange) {
            // Most bodies arrive in one piece, which isn't copied.
            if whole.isEmpty { whole = piece } else { whole += piece }
        }
        return whole
    }

    func write(_ bytes: [UInt8], to exchange: ExchangeID) async throws {
        try Task.checkCancellation()
        guard let connection = connection(exchange) else { throw ConnectionClosed() }
        guard connection.machine.writeStream(bytes, now: moment.now) else {
            connection.machine.abort()
            advance(connection)
            throw ConnectionClosed()
        }
        connection.record?.bodyBytes += bytes.count
        advance(connection)
        while self.connection(exchange) != nil, connection.machine.isCongested {
            await withCheckedContinuation { continuation in
                // Check again for the same reason as in `readBody`.
                if self.connection(exchange) != nil, connection.machine.isCongested {
                    connection.writers.append(continuation)
                } else {
                    continuation.resume()
                }
            }
        }
        guard self.connection(exchange) != nil else { throw ConnectionClosed() }
    }
}
