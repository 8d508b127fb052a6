// One finding in full.

// Whether the replays of a finding were to come when the time for replays was over.
const isLate = (entry) => entry.verdict === "certified" && !entry.replay &&
  page.summary.unfinished.some(({ phase }) => phase === "replaying");

const badge = (entry) => [
  h("span", { class: `badge ${entry.verdict}` }, verdictText(entry)),
  entry.replay ? h("span", { class: `badge replay ${entry.replay.outcome}` }, replayText(entry.replay)) : null,
  isLate(entry) ? h("span", { class: "badge" }, "not replayed (time)") : null,
  entry.known ? h("span", { class: "badge" }, "in the baseline") : null,
  entry.suppressed ? h("span", { class: "badge" }, "suppressed") : null,
  entry.entry ? h("span", { class: "badge" }, `as ${entry.entry}`) : null,
];

function reasonView(entry, finding) {
  return h("section", { class: "reason" },
    h("p", {}, meaningText(entry)),
    finding.reason ? h("p", {}, h("strong", {}, "Reason: "), printable(finding.reason)) : null,
    finding.publication && finding.publication.text
      ? h("p", { class: "consequence" }, h("strong", {}, "Publication: "), printable(finding.publication.text)) : null,
    finding.missing_lock ? h("p", { class: "consequence" }, h("strong", {}, "Missing lock: "), printable(finding.missing_lock.text)) : null,
    finding.openmp ? h("p", { class: "consequence" }, h("strong", {}, "OpenMP: "), printable(finding.openmp)) : null,
    finding.consequence ? h("p", { class: "consequence" }, h("strong", {}, "Consequence: "), printable(finding.consequence.text)) : null,
    finding.recorded ? h("p", {}, printable(finding.recorded)) : null,
    finding.memory_model ? h("p", {}, h("strong", {}, `Under ${finding.memory_model}: `),
      finding.orders ? printable(finding.orders) : "neither access happens before the other.") : null,
    finding.replay?.miss ? h("p", {}, h("strong", {}, "Replays: "), printable(finding.replay.miss.text)) : null);
}

// The ends of the continuations in the two orders of the accesses, side by side.
function outcomesView(finding) {
  const orders = finding.consequence?.orders;
  if (!orders) return null;
  const [a, b] = orders.map((order) => order.value);
  const valued = a !== null && b !== null && a !== b;
  return h("div", { class: "outcomes" }, orders.map(({ first, runs, ended, difference, value }) => {
    const side = finding.accesses[first - 1];
    return h("section", { class: "side" },
      h("h4", {}, "If ", name(side.thread), ` ${side.does.split(" ")[0]} first`),
      runs ? [h("p", {}, printable(ended ?? "no end was seen")),
        difference ? h("p", {}, printable(difference)) : null,
        valued ? h("p", {}, `last value: ${printable(value)}`) : null,
        h("p", { class: "quiet" }, count(runs, "continuation"), runs > 1 ? "; the worst end is shown" : null)]
        : h("p", { class: "quiet" }, "this order was not reached"));
  }));
}

function commandView({ does, line }) {
  const said = h("span", { class: "said", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line);
      said.textContent = "copied";
    } catch {
      said.textContent = "not copied: this browser does not allow it here";
    }
  };
  return h("p", { class: "command" }, h("code", {}, printable(line)),
    h("button", { type: "button", "aria-label": `Copy the command to ${does}`, onclick: copy }, "Copy"), said);
}

function factsView(entry, finding) {
  const facts = [
    ["Fingerprint", finding.fingerprint],
    ["Model", finding.model ? MODELS[finding.model] ?? finding.model : null],
    ["Decided by", finding.certifier],
    ["Unordered by", finding.unordered_by?.join(", ")],
    ["Harm in the run", HARMS[finding.harm]],
    ["Same variable and functions as", finding.entry],
    ["Pairs of events here", finding.instances > 1 ? number(finding.instances) : null],
    ["Seconds", finding.seconds],
  ].filter(([, value]) => value !== null && value !== undefined);
  return h("dl", { class: "facts" }, facts.map(([term, value]) => [h("dt", {}, term), h("dd", {}, printable(value))]));
}

function pictureSection(finding) {
  if (finding.memory_model)
    return { section: h("p", { class: "stale" }, "No picture: the two accesses need not be next at the same time."), settle() {} };
  if (!finding.picture)
    return { section: h("p", { class: "stale" }, "No picture: this report has too many. The commands below show this finding alone."), settle() {} };
  const view = new PictureView(finding.picture);
  const { witness } = finding.picture;
  const changes = witness && witness.changes > witness.changed.length
    ? h("p", { class: "quiet" }, `${count(witness.changes, "read")} return other values; ${witness.changed.length} of them are shown.`)
    : null;
  const section = h("section", { "aria-labelledby": "picture-title" },
    h("h3", { id: "picture-title" }, witness ? "What happened, and what could have" : "What happened"),
    witness ? null : h("p", { class: "quiet" }, "There is no witness to show."),
    view.element, changes, view.views.map(({ run }) => stepTable(run)));
  return { section, settle: () => view.settle() };
}

function findingView(entry) {
  const finding = { replay: entry.replay, ...readData(entry.id) };
  const picture = pictureSection(finding);
  const element = h("article", { class: entry.verdict, "aria-labelledby": "title" },
    h("a", { class: "back", href: "#" }, "← All findings"),
    h("h2", { id: "title", tabindex: "-1" }, h("span", { class: "id" }, entry.id), " ", h("bdi", {}, printable(entry.title))),
    h("p", { class: "badges" }, badge(entry)),
    finding.about ? h("p", { class: "quiet" }, "On ", h("bdi", {}, printable(finding.about))) : null,
    reasonView(entry, finding),
    outcomesView(finding),
    h("div", { class: "sides" }, finding.accesses.map((side, i) => sideView(side, finding.pair?.[i], entry.places[i]))),
    allocationView(finding.allocation),
    picture.section,
    finding.commands.length ? h("section", {}, h("h3", {}, "Next"), finding.commands.map(commandView)) : null,
    factsView(entry, finding));
  return { element, settle: picture.settle };
}
