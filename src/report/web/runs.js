// The two runs of a picture, the recorded one and the witness, as rows: one
// event in each, or a number of events that are left out.

// An event comes as [position, thread, kind, target, location, value].
function readEvents(picture) {
  return picture.events.map(([position, thread, kind, target, location, value]) => ({
    position, thread, kind, target, location, value,
  }));
}

const threadsOf = (picture) =>
  Object.keys(picture.threads).map(Number).sort((a, b) => a - b);

const ACQUIRES = new Set(["acquire", "acquire-shared"]);
const RELEASES = new Set(["release", "release-shared"]);

// Rows of 'steps', which are [event, number, how many are left out before].
function rowsOf(steps, events, left) {
  const rows = [];
  for (const [event, number, skipped] of steps) {
    if (skipped) rows.push({ gap: skipped });
    rows.push({ event, number, ...events[event] });
  }
  if (left) rows.push({ gap: left });
  return rows;
}

// Sections of locks: rows from where to where, how deep inside others.  A
// section whose beginning or end is not in the picture reaches its edge.
function sectionsOf(rows, last) {
  const open = new Map();
  const sections = [];
  const close = (list, at, to, ended) => {
    const [section] = list.splice(at, 1);
    sections.push({ ...section, to, ended });
  };
  rows.forEach((row, i) => {
    if (row.gap) return;
    const list = open.get(row.thread) ?? [];
    open.set(row.thread, list);
    if (ACQUIRES.has(row.kind) && !row.pending)
      list.push({ from: i, begun: true, depth: list.length, thread: row.thread, lock: row.target });
    if (!RELEASES.has(row.kind)) return;
    const at = list.findLastIndex((section) => section.lock === row.target);
    if (at >= 0) close(list, at, i, true);
    else sections.push({ from: 0, begun: false, depth: 0, thread: row.thread, lock: row.target, to: i, ended: true });
  });
  for (const list of open.values()) while (list.length) close(list, 0, last, false);
  return sections;
}

// Which locks the row's thread holds right before it, as far as is shown.
const heldAt = (run, i) =>
  run.sections
    .filter((x) => x.thread === run.rows[i].thread && x.from < i && (x.to > i || (x.to === i && (x.ended || run.rows[i].pending))))
    .map((x) => x.lock);

// Arrows of a run: [from row, to row, kind].
function arrowsOf(rows, reads, changed) {
  const rowOf = new Map(rows.map((row, i) => [row.event, i]));
  const arrows = [];
  for (const [read, write] of reads)
    if (rowOf.has(read) && rowOf.has(write))
      arrows.push({ from: rowOf.get(write), to: rowOf.get(read), kind: changed.has(read) ? "changed" : "reads" });
  const released = new Map();
  rows.forEach((row, i) => {
    if (RELEASES.has(row.kind)) released.set(row.target, i);
    const from = released.get(row.target);
    if (!ACQUIRES.has(row.kind) || row.pending || from === undefined) return;
    if (rows[from].thread !== row.thread) arrows.push({ from, to: i, kind: "order" });
    released.delete(row.target);
  });
  return arrows.concat(forksOf(rows));
}

// From each fork to the first event of its thread.
function forksOf(rows) {
  const arrows = [];
  rows.forEach((row, i) => {
    if (row.kind !== "fork") return;
    const to = rows.findIndex((r, k) => k > i && r.threadName === row.target);
    if (to >= 0) arrows.push({ from: i, to, kind: "order" });
  });
  return arrows;
}

function finish(run, picture, reads, changed) {
  for (const row of run.rows) if (!row.gap) row.threadName = picture.threads[row.thread];
  run.threads = threadsOf(picture);
  run.names = picture.threads;
  run.sections = sectionsOf(run.rows, run.rows.length - 1);
  run.arrows = arrowsOf(run.rows, reads, changed);
  run.pending = run.rows.flatMap((row, i) => (row.pending ? [i] : []));
  run.stops = run.rows.flatMap((row, i) => (row.gap ? [] : [i]));
  return run;
}

function recordedRun(picture) {
  const events = readEvents(picture);
  const rows = rowsOf(events.map((e, i) => [i, e.position, picture.skipped[i]]), events, picture.skipped.at(-1));
  for (const row of rows) {
    row.clash = picture.pending.includes(row.event);
    row.skipped = Boolean(picture.witness) && !row.gap && !row.clash &&
      !picture.witness.steps.some(([event]) => event === row.event);
  }
  return finish({ kind: "recorded", total: picture.total, rows }, picture, picture.reads, new Set());
}

// The schedule, and then what is pending: all of it could be next.
function witnessRun(picture) {
  const { witness } = picture;
  if (!witness) return null;
  const events = readEvents(picture);
  const rows = rowsOf(witness.steps, events, witness.skipped);
  for (const event of picture.pending)
    rows.push({ ...events[event], event, number: witness.total, pending: true, clash: true });
  const changed = new Map(witness.changed);
  const unsure = new Set(witness.unsure);
  for (const row of rows) {
    if (changed.has(row.event)) row.changed = { value: changed.get(row.event), was: row.value };
    if (unsure.has(row.event) || row.pending) row.value = null;
  }
  return finish({ kind: "witness", total: witness.total, rows }, picture, witness.reads, changed);
}
