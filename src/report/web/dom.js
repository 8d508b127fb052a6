// Elements are made from names, attributes and children; text is only ever
// set as text, so that no name can become markup.

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

const h = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

const s = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

// What people see and search for; quotes and angle brackets as they are.
const name = (text) => h("bdi", { class: "name" }, printable(text));
