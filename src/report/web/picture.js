// The two runs side by side, stepped through together: what is selected in one
// is marked in the other.  Each is a slider for the keyboard and for screen
// readers, which say the selected step.

const ZOOMS = [0.4, 0.55, 0.75, 1, 1.3, 1.7, 2.2];

const TITLES = { recorded: "The recorded run", witness: "The witness: a schedule that leads here" };

// "Step 3 of 9: T1 acquire l at hidden.c:14; holds none"
function describeRow(run, i) {
  const row = run.rows[i];
  const held = heldAt(run, i).map(printable);
  const parts = [
    row.pending ? "Next" : run.kind === "recorded" ? `Event ${row.number}` : `Step ${row.number + 1} of ${run.total}`,
    `: ${printable(row.threadName)} ${labelOf(row)}`,
    row.location === null ? "" : ` at ${locationText(row.location)}`,
    `; holds ${held.length ? held.join(", ") : "no lock"}`,
  ];
  if (row.pending) parts.push(ACQUIRES.has(row.kind) ? "; waits for a lock that another one holds" : "; could run now, and so could the other");
  else if (row.clash) parts.push("; one of those that this is about");
  if (row.skipped) parts.push("; not in the witness");
  return parts.join("");
}

class RunView {
  constructor(run, onSelect) {
    this.run = run;
    this.onSelect = onSelect;
    const { picture, names, at } = drawRun(run);
    this.svg = picture;
    this.names = names;
    this.at = at;
    this.box = h("div", {
      class: "run", tabindex: "0", role: "slider", "aria-orientation": "vertical", "aria-label": TITLES[run.kind],
      "aria-valuemin": 1, "aria-valuemax": run.stops.length,
    }, names, picture);
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.select(Number(row.dataset.row));
    });
    this.element = h("section", { class: "runbox" }, h("h4", {}, TITLES[run.kind]), this.box);
    this.zoom(1);
    this.mark(run.stops.findLast((i) => run.rows[i].clash) ?? run.stops[0]);
  }

  zoom(factor) {
    this.factor = factor;
    for (const [svg, height] of [[this.svg, this.at.height], [this.names, TOP]]) {
      svg.setAttribute("width", this.at.width * factor);
      svg.setAttribute("height", height * factor);
    }
    this.svg.classList.toggle("far", factor < 0.5);
  }

  // Marks a row without telling the other run; -1 for none.
  mark(i, kind = "selected") {
    for (const old of this.svg.querySelectorAll(`.${kind}`)) old.classList.remove(kind);
    if (i < 0) return;
    for (const part of this.svg.querySelectorAll(`[data-row="${i}"]`)) part.classList.add(kind);
    if (kind !== "selected") return;
    this.selected = i;
    this.box.setAttribute("aria-valuenow", this.run.stops.indexOf(i) + 1);
    this.box.setAttribute("aria-valuetext", describeRow(this.run, i));
  }

  reveal(i) {
    const y = (TOP + this.at.y(i)) * this.factor;
    const { scrollTop, clientHeight } = this.box;
    if (y < scrollTop + ROW + TOP * this.factor || y > scrollTop + clientHeight - ROW) this.box.scrollTop = y - clientHeight / 2;
  }

  select(i) {
    this.mark(i);
    this.reveal(i);
    this.onSelect(this, i);
  }

  step(by) {
    const { stops } = this.run;
    const at = stops.indexOf(this.selected) + by;
    this.select(stops[Math.min(Math.max(at, 0), stops.length - 1)]);
  }
}

class PictureView {
  constructor(picture) {
    this.views = [recordedRun(picture), witnessRun(picture)].filter(Boolean)
      .map((run) => new RunView(run, (view, i) => this.selected(view, i)));
    for (const view of this.views) view.box.addEventListener("keydown", (event) => this.key(event, view));
    this.level = ZOOMS.indexOf(1);
    this.status = h("p", { class: "status" });
    this.current = this.views[this.views.length - 1];
    this.element = h("div", { class: "picture" }, this.buttons(), this.legend(),
      h("div", { class: "runs" }, this.views.map((view) => view.element)), this.status);
    this.status.textContent = describeRow(this.current.run, this.current.selected);
    this.echo(this.current, this.current.selected);
  }

  // After the element is in the page: shows what is selected.
  settle() {
    for (const view of this.views) view.reveal(view.selected);
  }

  selected(view, i) {
    this.current = view;
    this.status.textContent = describeRow(view.run, i);
    this.echo(view, i);
  }

  // Marks the same event in the other run.
  echo(view, i) {
    for (const other of this.views) {
      const same = other === view ? -1 : other.run.rows.findIndex((row) => row.event === view.run.rows[i].event);
      other.mark(same, "echo");
      if (same >= 0) other.reveal(same);
    }
  }

  zoomTo(level) {
    this.level = Math.min(Math.max(level, 0), ZOOMS.length - 1);
    for (const view of this.views) {
      view.zoom(ZOOMS[this.level]);
      view.reveal(view.selected);
    }
  }

  // The keys of a picture that has the focus.
  key(event, view) {
    const other = this.views[1 - this.views.indexOf(view)] ?? view;
    const { stops } = view.run;
    const actions = {
      ArrowDown: () => view.step(1), ArrowUp: () => view.step(-1),
      PageDown: () => view.step(8), PageUp: () => view.step(-8),
      Home: () => view.select(stops[0]), End: () => view.select(stops[stops.length - 1]),
      ArrowLeft: () => other.box.focus(), ArrowRight: () => other.box.focus(),
      "+": () => this.zoomTo(this.level + 1), "=": () => this.zoomTo(this.level + 1),
      "-": () => this.zoomTo(this.level - 1), 0: () => this.zoomTo(ZOOMS.indexOf(1)),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  buttons() {
    const button = (label, text, action) => h("button", { type: "button", "aria-label": label, title: label, onclick: action }, text);
    return h("div", { class: "buttons", role: "group", "aria-label": "Step and zoom" },
      button("First step", "⇤", () => this.current.select(this.current.run.stops[0])),
      button("Previous step", "↑", () => this.current.step(-1)),
      button("Next step", "↓", () => this.current.step(1)),
      button("Last step", "⇥", () => this.current.select(this.current.run.stops.at(-1))),
      button("Zoom out", "−", () => this.zoomTo(this.level - 1)),
      button("Zoom in", "+", () => this.zoomTo(this.level + 1)),
      h("span", { class: "hint" }, "In a picture: arrow keys step, + and − zoom, ← → change sides"));
  }

  legend() {
    const entry = (kind, text) => h("li", {}, h("i", { class: kind }), text);
    return h("ul", { class: "legend" }, entry("bar", "holds a lock"), entry("reads", "read from"),
      entry("changed", "reads another value"), entry("order", "lock handed over, thread started"), entry("clash", "what this is about"));
  }
}
