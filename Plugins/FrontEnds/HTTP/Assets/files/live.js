// Follows the changes that others make, and what becomes of the store. The browser comes back by itself when the line
// breaks.

const banner = () => document.getElementById("banner");

/** Says above everything what is wrong, or nothing. */
export function showBanner(text, link) {
  const place = banner();
  if (!place || place.textContent === text) return;
  place.replaceChildren();
  if (!text) return;
  const line = Object.assign(document.createElement("p"), { textContent: text });
  if (link) line.append(" ", Object.assign(document.createElement("a"), link));
  place.append(line);
}

/** Where to sign in, and come back from. */
export function signInLink() {
  return { href: `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, textContent: "Sign in" };
}

/**
 * Calls back with the newest state, at most ten times a second and never while something is being moved, and at once
 * when the store is no longer well.
 */
export function followChanges(changed) {
  let events;
  let timer;
  let away;
  let isLost = false;
  const note = (state) => {
    clearTimeout(timer);
    const tell = () => {
      if (document.querySelector(".dragging, dialog[open], details.menu[open]")) timer = setTimeout(tell, 300);
      else changed(state);
    };
    timer = setTimeout(tell, 100);
  };
  const open = () => {
    events = new EventSource("/api/events");
    for (const kind of ["state", "commit", "reload"]) {
      events.addEventListener(kind, (event) => {
        // A failure that still stands is told again behind this.
        if (kind !== "commit") showBanner("");
        note(kind === "reload" ? "" : event.lastEventId);
      });
    }
    events.addEventListener("failed", (event) => {
      const { detail } = JSON.parse(event.data);
      showBanner(detail ? detail[0].toUpperCase() + detail.slice(1) : "Something is wrong with the list.");
      note("failed");
    });
    events.onopen = () => {
      clearTimeout(away);
      if (isLost) showBanner("");
      isLost = false;
    };
    events.onerror = () => {
      clearTimeout(away);
      // A line that breaks for a moment is nothing to speak of.
      away = setTimeout(findOut, events.readyState === EventSource.CLOSED ? 0 : 2000);
    };
  };
  /** Why nothing comes any more. */
  const findOut = async () => {
    isLost = true;
    try {
      const answer = await fetch("/api/store");
      if (answer.status === 401) return showBanner("You are signed out. What you see may be old.", signInLink());
    } catch {
      showBanner("The server can’t be reached. What you see may be old; changes can’t be saved now.");
    }
    if (events.readyState !== EventSource.CLOSED) return;
    clearTimeout(away);
    away = setTimeout(open, 3000);
  };
  open();
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  // A browser has few lines to one server: a page that is not seen needs none.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(away);
    events.close();
    if (!document.hidden) open();
  });
}
