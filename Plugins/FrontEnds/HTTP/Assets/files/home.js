// The place of the list on the server.

/** The path of the list: `/`, or `/l/NAME/` if the server has several lists. Scripts are in `assets/VERSION/` below it. */
export const home = new URL("../../", import.meta.url).pathname;
