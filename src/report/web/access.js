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

const frameItem = (frame) =>
  h("li", {}, h("bdi", { class: "function" }, printable(frame.function ?? "?")), " ",
    h("bdi", { class: "quiet" }, frameText(frame)), frame.inlined ? h("span", { class: "quiet" }, " (inlined)") : null);

const stackView = (stack) => h("ol", { class: "stack", start: "0" }, stack.map(frameItem));

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
    h("p", { class: "quiet" }, "at ", h("bdi", {}, placeText(place)), access ? `, event ${number(access.event)}` : null),
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
