// One side of a finding: what it does, which locks it holds, its stack, the
// lines of the source.

function excerptView(excerpt) {
  if (!excerpt) return null;
  const file = h("bdi", {}, printable(excerpt.file));
  if (excerpt.state === "missing")
    return h("p", { class: "stale" }, "The source ", file, " was not found when this report was made; it may have moved.");
  if (excerpt.state === "changed")
    return h("p", { class: "stale" }, "The source ", file, " has changed since the program was built; its lines are not shown.");
  const lines = excerpt.lines.map((text, i) => {
    const line = excerpt.first + i;
    const marked = line === excerpt.line;
    return h("div", { class: marked ? "line marked" : "line" },
      h("span", { class: "no" }, `${marked ? "▶" : " "}${line}`),
      marked ? h("mark", {}, printable(text)) : h("span", {}, printable(text)));
  });
  return h("figure", { class: "excerpt" },
    h("figcaption", {}, file, `, line ${excerpt.line}`),
    h("pre", { tabindex: "0", "aria-label": `Source, line ${excerpt.line} marked` }, h("code", {}, lines)));
}

const frameItem = (frame, index) =>
  h("li", { value: `${index}` }, h("bdi", { class: "function" }, printable(frame.function ?? "?")), " ",
    h("bdi", { class: "quiet" }, frameText(frame)), frame.inlined ? h("span", { class: "quiet" }, " (inlined)") : null);

// Frames of a library between those of the program are one item, to be opened.
function libraryItem(frames, first) {
  const what = `${frames.length} ${frames.length === 1 ? "frame" : "frames"} of a library`;
  return h("li", { value: `${first}` }, h("details", {}, h("summary", {}, what),
    h("ol", { class: "stack", start: `${first}` }, frames.map((frame, i) => frameItem(frame, first + i)))));
}

function stackView(stack) {
  const items = [];
  for (let at = 0; at < stack.length;) {
    let end = at;
    while (end < stack.length && stack[end].library) end++;
    items.push(end > at ? libraryItem(stack.slice(at, end), at) : frameItem(stack[at], at));
    at = Math.max(end, at + 1);
  }
  return h("ol", { class: "stack", start: "0" }, items);
}

function createdView(created) {
  if (!created) return null;
  const { frame } = created;
  return h("p", {}, "Thread ", name(created.thread), " was created by ", name(created.by ?? "another thread"),
    frame ? [" at ", h("bdi", {}, frameText(frame)), " in ", h("bdi", { class: "function" }, printable(frame.function ?? "?"))] : null);
}

function heldView(held) {
  if (!held.length) return h("p", {}, "Locks held: none");
  return h("p", {}, "Locks held: ", held.map((lock, i) => [
    i ? ", " : "", name(lock.name), lock.shared ? " (shared)" : "",
    lock.taken ? h("span", { class: "quiet" }, " taken at ", h("bdi", {}, frameText(lock.taken))) : null,
  ]));
}

// 'access' is what the JSON report has of the side; of deadlocks there is none.
function sideView(side, access, place) {
  return h("section", { class: "side" },
    h("h3", {}, name(side.thread), ` ${printable(side.does)}`),
    h("p", { class: "quiet" }, access?.operation ? ["in ", h("bdi", {}, printable(access.operation)), " called at "] : "at ",
      h("bdi", {}, placeText(place)), access ? `, event ${number(access.event)}` : null),
    heldView(side.held),
    excerptView(side.excerpt),
    access?.stack ? [h("h4", {}, "Stack"), stackView(access.stack)] : null,
    createdView(side.created));
}

function allocationView(block) {
  if (!block) return null;
  return h("section", { class: "side" }, h("h3", {}, "Where the memory is from"),
    h("p", {}, `Byte ${number(block.offset)} of a block of ${number(block.bytes)}, allocated by `,
      name(block.by ?? "an unknown thread"), block.stack.length ? ":" : " at an unknown place."),
    stackView(block.stack));
}
