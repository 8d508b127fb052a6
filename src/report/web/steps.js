// The steps of a run as a table, for those who would rather read.

function stepRow(run, row, i) {
  if (row.gap) return h("tr", { class: "gap" }, h("td", { colspan: 5 }, `${count(row.gap, "event")} not shown`));
  const held = heldAt(run, i);
  return h("tr", { class: row.clash ? "clashing" : null },
    h("td", {}, row.pending ? "next" : number(row.number)),
    h("td", {}, name(row.threadName)),
    h("td", {}, h("bdi", {}, labelOf(row)), row.skipped ? h("span", { class: "quiet" }, " (not in the witness)") : null),
    h("td", {}, row.location === null ? "" : h("bdi", {}, locationText(row.location))),
    h("td", {}, held.map((lock, k) => [k ? ", " : "", name(lock)])));
}

function stepTable(run) {
  const heads = [run.kind === "recorded" ? "Event" : "Step", "Thread", "Does", "Where", "Holds"];
  return h("details", { class: "steps" }, h("summary", {}, `${TITLES[run.kind]} as a table`),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${TITLES[run.kind]}, table` },
      h("table", {},
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, run.rows.map((row, i) => stepRow(run, row, i))))));
}
