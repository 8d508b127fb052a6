// The page: head, list, the finding that the address names.

function summaryText() {
  const { certified, undecided, refuted, suppressed, left_open: open } = page.summary;
  const failures = page.findings.filter((f) => f.kind === "failure" && f.verdict === "certified").length;
  const deadlocks = page.findings.filter((f) => f.kind === "deadlock" && f.verdict === "certified").length;
  return [count(certified, "race") + " certified", deadlocks ? `${count(deadlocks, "deadlock")} certified` : null,
    failures ? `${count(failures, "failure")} certified` : null,
    `${number(undecided)} undecided`,
    `${count(refuted - open.candidates, "pair")} impossible in this trace`,
    open.candidates ? `${number(open.candidates)} impossible as recorded, open where reads or branches change` : null,
    suppressed ? `${number(suppressed)} suppressed` : null].filter(Boolean).join(", ");
}

// How many races have each consequence, the worst first as the list has them.
function consequencesText() {
  const tally = new Map();
  for (const { consequence } of page.findings)
    if (consequence) tally.set(consequence, (tally.get(consequence) ?? 0) + 1);
  return [...tally].map(([words, times]) => `${number(times)} ${words}`).join(", ");
}

// How far each stage of the check came.
const funnelText = () => page.summary.funnel
  .filter(({ name, candidates, state }) => state !== "not asked" &&
    !(state === "finished" && !candidates && ["value", "path"].includes(name)))
  .map(({ name, decided, candidates, state, left }) => `${name} ` +
    (candidates ? `${number(decided)} of ${number(candidates)}` : "0") +
    (state === "finished" ? "" : `, ${state}`) + (left >= 1 ? ` (about ${left.toFixed(0)} s more)` : ""))
  .join(" · ");

function warnings() {
  const cuts = page.summary.unfinished.map(({ phase, by, done, total, unit }) =>
    `Not all was looked at: ${phase} ended by ${by} after ${number(done)}${total ? ` of ${number(total)}` : ""} ${unit}.`);
  const plain = page.trace.uninstrumented;
  if (plain) cuts.push(`Not seen, because foretrace-cc did not build them: ${printable(plain)}.`);
  return cuts.length ? h("ul", { class: "warnings" }, cuts.map((text) => h("li", {}, text))) : null;
}

// The deadlock that the recorded run itself ended in.
function runEnd() {
  const threads = page.trace.deadlock;
  return threads ? h("div", { class: "runend", role: "alert" },
    h("strong", {}, "Deadlock: the recorded run ended since no thread of it could go on"),
    h("ul", {}, threads.map(({ thread, awaited, location }) => h("li", {}, printable(
      `${thread} waits ${awaited ? `for the end of ${awaited} ` : ""}at ${location}`))))) : null;
}

// The crash that ended the recorded run.
function crash() {
  const { signal } = page.trace;
  return signal?.crash ? h("div", { class: "runend", role: "alert" },
    h("strong", {}, `Crash: the recorded run was ended by ${signal.name} in ${printable(signal.thread)}`),
    h("ul", {}, signal.stack.map((frame) => h("li", {}, printable(`${frame.function} at ${frame.location}`)))),
    signal.races.length ? h("p", {}, signal.stack.length ? "Races in these functions: " : "Double frees by this thread: ",
      signal.races.flatMap((id, i) => [i ? ", " : "", h("a", { href: `#${id}` }, id)])) : null) : null;
}

const laneText = ({ loop, safelen, accesses: [first, second] }) =>
  `${first.location} in iteration ${number(first.iteration)}, ${second.location} in iteration ` +
  `${number(second.iteration)} of the simd loop at ${loop}: ` +
  (safelen === null ? "the loop has no safelen" : `${number(safelen)} iterations may be executed at once`);

const pairPlace = ({ loop, accesses: [first, second] }) => "thread" in second
  ? `${first.location} in iteration ${number(first.iteration)} of the loop at ${loop}, ` +
    `${second.location} of thread ${number(second.thread)}, in no loop: `
  : `${first.location} in iteration ${number(first.iteration)}, ${second.location} in iteration ` +
    `${number(second.iteration)} of the loop at ${loop}: `;

const pairText = ({ verdict, reason, race, recording, ...pair }) => pairPlace(pair) +
  (verdict === "certified" ? `certified, ${race} of ${recording}` : `undecided, ${reason}`);

// What iterations do that one thread executed: OpenMP's loops.
function iterations() {
  if (!page.iterations) return null;
  const { lanes, pairs } = page.iterations;
  const shown = pairs.filter(({ verdict }) => verdict !== "not-found");
  const section = (title, lines) => lines.length
    ? [h("strong", {}, title), h("ul", {}, lines.map((line) => h("li", {}, printable(line))))] : [];
  return lanes.length + shown.length ? h("div", { class: "runend" },
    section("Races of lanes: iterations of simd loops that depend on each other, as recorded", lanes.map(laneText)),
    section("Iterations that one thread executed", shown.map(pairText))) : null;
}

function themeChoice() {
  const select = h("select", { onchange: () => { document.documentElement.dataset.theme = select.value; } },
    ["system", "light", "dark"].map((theme) => h("option", { value: theme }, theme)));
  return h("label", { class: "theme" }, "Colours", select);
}

const { trace } = page;
const list = new ListView();
const main = h("main", { id: "main" });

const welcome = () => h("p", { class: "quiet" },
  page.findings.length ? "Choose a finding."
    : page.iterations?.lanes.length || page.iterations?.races ? "None among threads of this recording."
      : "None predicted from this trace.");

function open() {
  const id = decodeURIComponent(location.hash.slice(1));
  const entry = findingById.get(id);
  document.body.dataset.view = entry ? "finding" : "list";
  list.mark(id);
  if (!entry) {
    main.replaceChildren(welcome());
    document.title = "foretrace report";
    return;
  }
  const view = findingView(entry);
  main.replaceChildren(view.element);
  view.settle();
  document.title = `${id} ${printable(entry.title)}`;
}

document.body.append(
  h("header", {}, h("h1", {}, "foretrace report"), runEnd(), crash(), iterations(),
    h("p", {}, h("bdi", {}, printable(trace.path)), `: ${summaryText()}`),
    consequencesText() ? h("p", {}, h("strong", {}, "Consequences: "), consequencesText()) : null,
    h("p", { class: "quiet" }, `${count(trace.events, "event")}, ${count(trace.threads, "thread")}, ` +
      `${count(trace.locks, "lock")}, ${count(trace.variables, "variable")}; foretrace ${page.tool.version}`),
    h("p", { class: "quiet" }, `Decided by stage: ${funnelText()}`),
    warnings(), themeChoice()),
  h("div", { class: "columns" }, list.element, main));
addEventListener("hashchange", () => {
  open();
  document.getElementById("title")?.focus();
});
open();
if (!location.hash && page.findings.length && matchMedia("(min-width: 60rem)").matches) {
  history.replaceState(null, "", `#${page.findings[0].id}`);
  open();
}
