// Follows the changes that others make. The browser comes back by itself when the line breaks.

/** Calls back with the newest revision, at most ten times a second, and never while something is being moved. */
export function followChanges(changed) {
  const events = new EventSource("/api/events");
  let timer;
  const note = (event) => {
    const { revision } = JSON.parse(event.data);
    clearTimeout(timer);
    const tell = () => {
      if (document.querySelector(".dragging, dialog[open], details.menu[open]")) timer = setTimeout(tell, 300);
      else changed(revision);
    };
    timer = setTimeout(tell, 100);
  };
  for (const kind of ["state", "commit", "reload"]) events.addEventListener(kind, note);
  addEventListener("pagehide", () => events.close());
}
