import Localization
import LootActions
import LootCore
import LootPlugins
import WebServer

/// The page on which a person changes their own password.
struct PasswordPage {
    let name: String
    var problem: String?

    var html: HTML {
        SmallPages.page(
            String(localized: "Change password"),
            """
            <p>\(localized: "Your other browsers will be signed out.")</p>
            <form method="post" action="/password">
            <input type="text" autocomplete="username" value="\(name)" hidden>
            \(field("present", String(localized: "Current password:"), "current-password"))
            \(field("new", String(localized: "New password:"), "new-password"))
            \(field("again", String(localized: "The same password again:"), "new-password"))
            \(problem.map { "<p class=\"problem\" role=\"alert\">\($0)</p>" } as HTML?)
            <p class="actions"><button class="button prominent">\(localized: "Change password")</button>
            <a class="button" href="/more">\(localized: "Cancel")</a></p>
            </form>
            """)
    }

    private func field(_ name: String, _ title: String, _ use: String) -> HTML {
        """
        <div class="field wide"><label for="\(name)">\(title)</label>
        <input type="password" id="\(name)" name="\(name)" autocomplete="\(use)" required></div>
        """
    }
}

extension Site {
    /// Adds the routes of the page on which a person with a password changes it.
    func addPassword(to router: inout Router) {
        page(&router, .get, "/password") { self.passwordPage($0) }
        page(&router, .post, "/password", for: .read) { request in
            guard case .person(let person, _) = request.caller, person.password != nil else {
                return Self.redirect("/more")
            }
            let form = try await self.form(request)
            do {
                guard let new = form["new"], new == form["again"] else {
                    throw HTTPError(
                        .unprocessableContent, String(localized: "The two passwords aren't the same."))
                }
                try await self.access.service.changePassword(
                    of: person, from: form["present"] ?? "", to: new, request)
                return Self.redirect("/more")
            } catch let error as LootError where error.code == .usage {
                return self.passwordPage(request, .unprocessableContent, error.textOfPage)
            } catch let error as HTTPError {
                return self.passwordPage(request, error.status, error.detail)
            }
        }
    }

    private func passwordPage(
        _ request: Request, _ status: Status = .ok, _ problem: String? = nil
    ) -> Response {
        guard request.caller.hasPassword, let name = request.caller.name else {
            return Self.redirect("/more")
        }
        return layout(String(localized: "Change password"), kind: "small-page", request, needsScript: false)
            .response(PasswordPage(name: name, problem: problem).html, status)
    }
}
