import LootControllers
import LootCore

/// Pages that ask or say one thing.
enum SmallPages {
    static func delete(_ item: Item, back: String) -> HTML {
        """
        <main class="small">
        <h1>Delete “<bdi>\(item.name)</bdi>”?</h1>
        <p>It goes with everything that is known of it. You can undo that.</p>
        <form method="post" action="/items/\(item.id.description)/delete">
        \(Fragment.hidden([("back", back)]))
        <p class="actions"><button class="button destructive">Delete</button>
        <a class="button" href="\(back)">Cancel</a></p>
        </form>
        </main>
        """
    }

    static func signIn(next: String, isWrong: Bool) -> HTML {
        let problem: HTML? = isWrong ? "<p class=\"problem\" role=\"alert\">That is not the token.</p>" : nil
        return """
            <main class="small">
            <h1>Loot</h1>
            <form method="post" action="/sign-in">
            \(Fragment.hidden([("next", next)]))
            <div class="field wide"><label for="token">Token</label>
            <input type="password" id="token" name="token" autocomplete="current-password" required autofocus>\(problem)</div>
            <p class="actions"><button class="button prominent">Sign in</button></p>
            </form>
            </main>
            """
    }

    static func problem(_ title: String, _ detail: String) -> HTML {
        """
        <main class="small">
        <h1>\(title)</h1>
        <p>\(detail)</p>
        <p class="actions"><a class="button" href="/">To the list</a></p>
        </main>
        """
    }

    /// What stands below the list.
    static func footer(textSize: String, back: String, canSignOut: Bool) -> HTML {
        let sizes: [(value: String, title: String)] = zip(
            PageLayout.textSizes,
            [
                "Extra small", "Small", "Medium", "Standard", "Large", "Larger", "Largest",
                "Accessibility 1", "Accessibility 2", "Accessibility 3", "Accessibility 4", "Accessibility 5",
            ]
        ).map { ($0, $1) }
        let signOut = Fragment.button("/sign-out", "Sign out", kind: "quiet")
        return """
            <footer class="page-footer">
            <form class="text-size" method="post" action="/text-size">\(Fragment.hidden([("back", back)]))
            <label>Text size <select name="size">\(Fragment.options(sizes, chosen: textSize))</select></label>
            <button class="button apply">Set</button></form>
            <p><a href="/import">Import</a> <a href="/api/export?format=json">Export</a> <a href="/report">Report for insurance</a> <a href="/catalog">Catalog</a> <a href="/openapi.json">API</a></p>
            \(canSignOut ? signOut : nil)
            </footer>
            """
    }
}
