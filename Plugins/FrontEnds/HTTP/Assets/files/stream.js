// A single event stream for all tabs of a browser, because browsers limit the connections to a server to six. It runs
// in a shared worker, or in each page if shared workers are unavailable.
import { home } from "./home.js";

export class Stream {
  /** The list on the page at each port. It is empty for pages without a list. */
  #ports = new Map();
  /** The newest state that was sent for each list. */
  #states = new Map();
  #source;
  #timer;
  #isOpen = false;
  #condition;

  /** Serves a page. It joins with its list and state, and leaves when it is hidden. */
  add(port) {
    port.onmessage = ({ data }) => { if (data.isLeaving) this.#leave(port); else this.#join(port, data); };
    port.onclose = () => this.#leave(port);
  }

  #join(port, { list, state }) {
    if (this.#ports.has(port) && this.#ports.get(port) !== list) this.#leave(port, false);
    this.#ports.set(port, list);
    if (this.#source && (!list || this.#states.has(list))) {
      if (this.#condition) port.postMessage(this.#condition);
      if (list) port.postMessage({ kind: "state", list, state: this.#states.get(list) });
      port.postMessage({ kind: this.#isOpen ? "open" : "lost" });
      return;
    }
    if (list) this.#states.set(list, state);
    this.#open();
  }

  #leave(port, mayClose = true) {
    const list = this.#ports.get(port);
    this.#ports.delete(port);
    if (![...this.#ports.values()].includes(list)) this.#states.delete(list);
    if (!this.#ports.size && mayClose) this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#isOpen = false;
  }

  #open() {
    this.#close();
    if (!this.#ports.size) return;
    const lists = [...this.#states].map(([list, state]) => `list=${encodeURIComponent(state + list)}`);
    const source = new EventSource(`${home}live?${lists.join("&")}`);
    this.#source = source;
    source.onopen = () => {
      this.#isOpen = true;
      this.#tell({ kind: "open" });
    };
    source.onerror = () => {
      this.#isOpen = false;
      source.close();
      this.#tell({ kind: "lost" });
      this.#timer = setTimeout(() => this.#open(), 1500);
    };
    for (const kind of ["step", "state"]) {
      source.addEventListener(kind, (event) => {
        const data = JSON.parse(event.data);
        if (!this.#states.has(data.list)) return;
        this.#states.set(data.list, data.to ?? data.state);
        this.#tell({ kind, ...data });
      });
    }
    source.addEventListener("condition", (event) => {
      this.#condition = { kind: "condition", ...JSON.parse(event.data) };
      this.#tell(this.#condition);
    });
  }

  #tell(message) {
    for (const [port, list] of this.#ports) if (!message.list || message.list === list) port.postMessage(message);
  }
}

/** Connects to the stream, and to another one if the shared worker doesn't respond. */
export function connect(use) {
  const alone = () => {
    const { port1, port2 } = new MessageChannel();
    new Stream().add(port2);
    use(port1);
  };
  try {
    const worker = new SharedWorker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onerror = alone;
    use(worker.port);
  } catch {
    alone();
  }
}
