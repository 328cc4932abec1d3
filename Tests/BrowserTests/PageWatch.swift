#if os(Linux)
    /// Checks everything that the scripts of a page add or change, in all tests, and logs violations as errors:
    /// unknown roles, states, classes and types, references to missing elements, controls without names, and
    /// placeholders in texts.
    enum PageWatch {
        static let script = #"""
            (() => {
              const words = (text) => new Set(text.split(" "));
              const roles = words("alert alertdialog button combobox dialog group img list listbox listitem none option presentation progressbar region row search status switch textbox toolbar");
              const states = {
                "aria-busy": words("true"), "aria-hidden": words("true"), "aria-expanded": words("true false"), "aria-pressed": words("true false"),
                "aria-selected": words("true false"), "aria-disabled": words("true false"), "aria-invalid": words("true"), "aria-current": words("true page"),
                "aria-autocomplete": words("list"), "aria-live": words("polite assertive"), "aria-multiline": words("true"), "aria-checked": words("true false"),
                "aria-haspopup": words("dialog menu listbox"), "aria-atomic": words("true"),
              };
              const references = words("aria-labelledby aria-describedby aria-controls aria-activedescendant for form list");
              const free = words("aria-label aria-setsize aria-posinset aria-valuenow aria-valuetext aria-valuemin aria-valuemax aria-roledescription");
              /** Classes without a style that scripts and tests use. */
              const hooks = words("enhanced unknown document dot money unplaced condition filter dock-views find check away sign-in sections sort at rewrite history");
              let classes;
              const styled = () => {
                const found = new Set();
                const add = (rules) => {
                  for (const rule of rules) {
                    for (const [, name] of (rule.selectorText ?? "").matchAll(/\.([a-zA-Z][\w-]*)/g)) found.add(name);
                    if (rule.cssRules) add(rule.cssRules);
                  }
                };
                for (const sheet of document.styleSheets) add(sheet.cssRules);
                return found;
              };
              const report = (problem, element) => console.error(`Page: ${problem}: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 200)}`);
              const check = (element) => {
                if (!element.isConnected || element.closest("svg, script, style, template, head")) return;
                for (const { name, value } of element.attributes) {
                  if (name === "role" && !roles.has(value)) report("an unknown role", element);
                  else if (states[name] && !states[name].has(value)) report("an unknown state", element);
                  else if (references.has(name)) {
                    for (const id of value.split(" ")) if (!document.getElementById(id)) report(`${name} leads nowhere`, element);
                  } else if (free.has(name) && !value.trim()) report(`${name} is empty`, element);
                  else if (name.startsWith("aria-") && !states[name] && !free.has(name)) report("an unknown state", element);
                  else if (name === "type" && element.matches("input, button") && element.type !== value) report("an unknown type", element);
                  else if (name === "method" && element.method !== value.toLowerCase()) report("an unknown method", element);
                  else if (name === "id" && document.getElementById(value) !== element) report("an id twice", element);
                }
                for (const name of element.classList) {
                  if (!hooks.has(name) && !(classes ??= styled()).has(name)) report(`the unknown class ${name}`, element);
                }
                if (element.matches("button, a[href], summary, dialog") && !element.matches("dialog:not([open])")) {
                  const named = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
                  if (!(element.ariaLabel ?? element.title ?? "").trim() && !named.trim() && !element.textContent.trim() && !element.querySelector("img[alt]:not([alt=''])")) report("no name", element);
                }
                if (element.localName === "input" && !element.labels?.length && !element.ariaLabel && !element.hidden
                  && !["hidden", "submit", "button"].includes(element.type)) report("no name", element);
              };
              const checkText = (node) => {
                const element = node.parentElement;
                if (!element?.isConnected || element.closest("script, style, template, head, textarea")) return;
                if (/\bundefined\b|\bNaN\b|\[object |\{\d\}|\bInvalid Date\b/.test(node.data)) report("a placeholder", element);
              };
              const visit = (node) => {
                if (node.nodeType === 3) return checkText(node);
                if (node.nodeType !== 1) return;
                check(node);
                for (const element of node.querySelectorAll("*")) check(element);
                const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) checkText(walker.currentNode);
              };
              const watch = new MutationObserver((changes) => {
                for (const { type, target, addedNodes } of changes) {
                  if (type === "attributes") check(target);
                  else if (type === "characterData") checkText(target);
                  else addedNodes.forEach(visit);
                }
              });
              // The scripts of the page run after this.
              document.addEventListener("readystatechange", () => {
                if (document.readyState !== "interactive") return;
                watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
              });
            })();
            """#
    }
#endif
