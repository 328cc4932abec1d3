import LootControllers

/// Where a file's items come in: chosen, looked at, and then taken over.
enum ImportPage {
    static var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="/"><span aria-hidden="true">‹</span> List</a>
        <h1>Import</h1>
        </div></header>
        <main class="detail-frame">
        <noscript><p class="notice">Choosing a file needs script. Without it: loot import FILE.</p></noscript>
        <form class="import" id="import">
        <p class="field"><label for="file">A file: JSON, JSON lines, CSV or a property list</label>
        <input type="file" id="file" accept=".json,.jsonl,.csv,.plist" required></p>
        <p class="field"><label for="update">Entries update items that have the same</label>
        <select id="update">\(Fragment.options([("", "Id"), ("serialNumber", "Serial number"), ("name", "Name")], chosen: ""))</select></p>
        <p class="field"><label class="line"><input type="checkbox" class="switch" role="switch" id="skip"> \
        Leave out entries that can’t be imported</label></p>
        <p class="actions"><button class="button" id="look">Look first</button>
        <button class="button prominent" id="take">Import</button></p>
        </form>
        <p><label for="progress" id="progress-title">Nothing chosen yet.</label>
        <progress id="progress" max="1" value="0" hidden></progress></p>
        <div id="outcome" role="status" aria-live="polite"></div>
        </main>
        <script type="module" src="\(Asset.path("import.js"))"></script>
        """
    }
}
