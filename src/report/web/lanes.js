// Drawing a run: a lane for each thread from left to right, time downwards,
// one row for each event.  Labels may run over the lanes to their right,
// since no other event is in their row.

const ROW = 26;
const GAP_ROW = 22;
const TOP = 34; // the names of the threads
const LANE = 72;
const LETTER = 7.6; // of a label
const SMALL = 6.7; // of a place
const BAR = 7;

function layOut(run) {
  let y = 8;
  const gutter = Math.max(52, number(run.total).length * LETTER + 18);
  const tops = run.rows.map((row) => {
    const top = y;
    y += row.gap ? GAP_ROW : ROW;
    return top;
  });
  const lane = new Map(run.threads.map((thread, i) => [thread, gutter + 22 + i * LANE]));
  return {
    x: (row) => lane.get(row.thread),
    lane,
    gutter,
    y: (i) => tops[i] + (run.rows[i].gap ? GAP_ROW : ROW) / 2,
    width: Math.max(...run.rows.map((row) => (row.gap ? 0 : lane.get(row.thread) + labelWidth(row))), gutter + run.threads.length * LANE),
    height: y + 8,
    bottom: y,
  };
}

// "write x = 0"
function labelOf(row) {
  const parts = [row.kind];
  if (row.target !== null) parts.push(brief(row.target, 22));
  if (row.changed) parts.push(`= ${row.changed.value ?? "?"} (was ${row.changed.was ?? "?"})`);
  else if (row.value !== null) parts.push(`= ${row.value}`);
  return parts.join(" ");
}

// The place of a label: the name of the file is cut, not the line.
function whereOf(row) {
  if (row.location === null) return "";
  const [, file, line] = locationText(row.location).match(/^(.*?)((?::[0-9]+)*)$/s);
  return `${brief(file, 24)}${line}`;
}

const labelWidth = (row) => 12 + labelOf(row).length * LETTER + 8 + whereOf(row).length * SMALL + 14;

const drawLanes = (run, at) =>
  run.threads.map((thread) => s("line", { class: "lane", x1: at.lane.get(thread), x2: at.lane.get(thread), y1: 0, y2: at.bottom }));

// The names of the threads, which stay when the picture is scrolled.
const drawNames = (run, at) =>
  s("svg", { class: "names", preserveAspectRatio: "xMinYMin", viewBox: `0 0 ${at.width} ${TOP}`, "aria-hidden": "true" },
    run.threads.map((thread) =>
      s("text", { class: "thread", x: at.lane.get(thread), y: 22, "text-anchor": "middle" },
        s("title", {}, printable(run.names[thread])), brief(run.names[thread], 9))));

function drawSection(run, at, section) {
  const x = at.lane.get(section.thread) - BAR / 2 - section.depth * (BAR + 2);
  const top = section.begun ? at.y(section.from) : 0;
  const bottom = section.ended ? at.y(section.to) : at.bottom;
  return s("rect", {
    class: `section${section.begun && section.ended ? "" : " open"}`, x, y: top, width: BAR, rx: 3,
    height: Math.max(bottom - top, 2),
  }, s("title", {}, `holds ${printable(section.lock)}`));
}

function drawArrow(run, at, arrow) {
  const [a, b] = [run.rows[arrow.from], run.rows[arrow.to]];
  const [x1, y1, x2, y2] = [at.x(a), at.y(arrow.from), at.x(b), at.y(arrow.to)];
  const bend = x1 === x2 ? -Math.min(34, 14 + (y2 - y1) / 12) : 0;
  const middle = (y1 + y2) / 2;
  const end = y2 - (bend ? 3 : 6);
  const path = bend
    ? `M${x1},${y1} C${x1 + bend},${y1} ${x2 + bend},${y2} ${x2 - 5},${y2}`
    : `M${x1},${y1} C${x1},${middle} ${x2},${middle} ${x2},${end}`;
  return s("path", { class: `arrow ${arrow.kind}`, d: path, "marker-end": `url(#${run.kind}-${arrow.kind})` });
}

const drawHeads = (run) =>
  s("defs", {}, ["reads", "changed", "order"].map((kind) =>
    s("marker", {
      id: `${run.kind}-${kind}`, class: `head ${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
    }, s("path", { d: "M0,0 L8,4 L0,8 z" }))));

const clashing = (run) => run.rows.flatMap((row, i) => (row.clash ? [i] : []));

// In the witness a frame says that all of what is pending can be next.
function drawFrame(run, at) {
  if (!run.pending.length) return null;
  const [first, last] = [run.pending[0], run.pending.at(-1)];
  return s("rect", {
    class: "frame", x: at.gutter - 6, y: at.y(first) - ROW / 2, rx: 6,
    width: at.width - at.gutter, height: at.y(last) - at.y(first) + ROW,
  });
}

// Joins the racing events.
function drawClash(run, at) {
  const points = clashing(run).map((i) => `${at.x(run.rows[i])},${at.y(i)}`);
  return points.length < 2 ? null : s("path", { class: "clash", d: `M${points.join(" L")}` });
}

function drawGap(run, at, row, i) {
  return s("text", { class: "gap", x: at.gutter + 8, y: at.y(i) + 4 }, `⋮ ${count(row.gap, "event")} not shown`);
}

// Behind everything else in its row, and as wide as what holds the picture.
const drawBack = (run, at, row, i) =>
  row.gap ? null : s("rect", { class: "back-of-row", "data-row": i, x: 0, y: at.y(i) - ROW / 2, width: 9999, height: ROW });

function drawEvent(run, at, row, i) {
  const [x, y] = [at.x(row), at.y(i)];
  return s("g", { class: `event ${row.kind}${row.clash ? " clashing" : ""}${row.changed ? " changes" : ""}${row.skipped ? " skipped" : ""}`, "data-row": i },
    s("text", { class: "number", x: at.gutter - 10, y: y + 4, "text-anchor": "end" }, row.pending ? "next" : number(row.number)),
    s("circle", { cx: x, cy: y, r: row.clash ? 6.5 : 4.5 }),
    s("text", { class: "label", x: x + 12, y: y + 4 },
      labelOf(row), s("tspan", { class: "where", dx: 8 }, whereOf(row))));
}

function drawRun(run) {
  const at = layOut(run);
  const picture = s("svg", { preserveAspectRatio: "xMinYMin", viewBox: `0 0 ${at.width} ${at.height}`, "aria-hidden": "true" },
    drawHeads(run), drawFrame(run, at), run.rows.map((row, i) => drawBack(run, at, row, i)), drawLanes(run, at),
    run.sections.map((section) => drawSection(run, at, section)),
    drawClash(run, at),
    run.arrows.map((arrow) => drawArrow(run, at, arrow)),
    run.rows.map((row, i) => (row.gap ? drawGap : drawEvent)(run, at, row, i)));
  return { picture, names: drawNames(run, at), at };
}
