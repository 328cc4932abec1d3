// The shared worker with the event stream for all tabs of a browser.
import { Stream } from "./stream.js";

const stream = new Stream();
globalThis.onconnect = (event) => stream.add(event.ports[0]);
