// Clicks on links.

/** Whether a click follows a link in this tab. With a modifier key, browsers open the link elsewhere. */
export const isPlain = (event) => !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey;
