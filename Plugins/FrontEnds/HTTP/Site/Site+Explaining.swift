import Localization
import LootAPI
import WebServer

extension Site {
    /// Converts a problem document to a page if a person has opened the address in a browser.
    func explain(_ request: Request, _ response: inout Response) {
        guard response.status.code >= 400, response.headers[.contentType] == "application/problem+json" else {
            return
        }
        response.headers.append("Vary", "Accept, Accept-Language")
        guard request.preferred(among: ["application/json", "text/html"]) == "text/html" else { return }
        let page = problemPage(response.status, detail(of: response, to: request), request)
        response.body = page.body
        response.headers[.contentType] = page.headers[.contentType]
        response.headers[.cacheControl] = "no-store"
    }

    /// Returns the detail of a problem document in the current language. The server library's own texts are English.
    /// For content that is too large, the detail includes the limit.
    private func detail(of response: Response, to request: Request) -> String {
        if response.status == .contentTooLarge, !request.path.hasPrefix("/api/") {
            let limit = request.path == "/import" ? API.maximumFile : Site.uploadLimit
            return
                String(
                    localized:
                        "At most \(limit >> 20) MiB can be sent at once. Send fewer files, or smaller ones."
                )
        }
        guard case .bytes(let bytes) = response.body,
            let problem = Problem(reading: bytes, status: response.status.code)
        else { return "" }
        if problem.detail == HTTPError.unknownAddress.detail {
            return String(localized: "This address doesn't exist.")
        }
        if response.status.code == 405 {
            return String(localized: "This address doesn't support the method \(request.method.name).")
        }
        return problem.detail
    }
}
