import WebServer

/// Runs a server for one test, and stops it at the end.
func withServer<Result>(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    _ routes: (inout Router) -> Void, test: (Server) async throws -> Result
) async throws -> Result {
    var router = Router()
    routes(&router)
    let server = try Server(configuration, router: router)
    do {
        let result = try await test(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
