// The shared worker, in which all tabs of a browser have one stream.
import { Stream } from "./stream.js";

const stream = new Stream();
globalThis.onconnect = (event) => stream.add(event.ports[0]);
