// Drawing a run: a lane for each thread from left to right, time downwards,
// one row for each event.  Labels may run over the lanes to their right,
// since no other event is in their row.

const ROW = 26;
const GAP_ROW = 22;
const TOP = 34; // the names of the threads
const GUTTER = 52; // the numbers of the events
const LANE = 72;
const LABEL = 250;
const BAR = 7;

function layOut(run) {
  let y = TOP + 8;
  const tops = run.rows.map((row) => {
    const top = y;
    y += row.gap ? GAP_ROW : ROW;
    return top;
  });
  const lane = new Map(run.threads.map((thread, i) => [thread, GUTTER + 22 + i * LANE]));
  return {
    x: (row) => lane.get(row.thread),
    lane,
    y: (i) => tops[i] + (run.rows[i].gap ? GAP_ROW : ROW) / 2,
    width: GUTTER + 22 + (run.threads.length - 1) * LANE + LABEL,
    height: y + 8,
    bottom: y,
  };
}

// "write x = 0"
function labelOf(row) {
  const parts = [row.kind];
  if (row.target !== null) parts.push(brief(row.target, 22));
  if (row.changed) parts.push(`= ${row.changed.value ?? "?"} (was ${row.value ?? "?"})`);
  else if (row.value !== null) parts.push(`= ${row.value}`);
  return parts.join(" ");
}

function drawLanes(run, at) {
  return run.threads.map((thread) => {
    const x = at.lane.get(thread);
    return s("g", {},
      s("line", { class: "lane", x1: x, x2: x, y1: TOP, y2: at.bottom }),
      s("text", { class: "thread", x, y: 20, "text-anchor": "middle" },
        s("title", {}, printable(run.names[thread])), brief(run.names[thread], 9)));
  });
}

function drawSection(run, at, section) {
  const x = at.lane.get(section.thread) - BAR / 2 - section.depth * (BAR + 2);
  const top = section.begun ? at.y(section.from) : TOP;
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
    class: "frame", x: GUTTER - 6, y: at.y(first) - ROW / 2, rx: 6,
    width: at.width - GUTTER, height: at.y(last) - at.y(first) + ROW,
  });
}

// Joins the racing events.
function drawClash(run, at) {
  const points = clashing(run).map((i) => `${at.x(run.rows[i])},${at.y(i)}`);
  return points.length < 2 ? null : s("path", { class: "clash", d: `M${points.join(" L")}` });
}

function drawGap(run, at, row, i) {
  return s("text", { class: "gap", x: GUTTER + 8, y: at.y(i) + 4 }, `⋮ ${count(row.gap, "event")} not shown`);
}

// Behind everything else in its row, and as wide as the picture.
const drawBack = (run, at, row, i) =>
  row.gap ? null : s("rect", { class: "back-of-row", "data-row": i, x: 0, y: at.y(i) - ROW / 2, width: at.width, height: ROW });

function drawEvent(run, at, row, i) {
  const [x, y] = [at.x(row), at.y(i)];
  const place = row.location === null ? "" : placeText({ file: row.location, line: null });
  return s("g", { class: `event ${row.kind}${row.clash ? " clashing" : ""}${row.changed ? " changes" : ""}${row.skipped ? " skipped" : ""}`, "data-row": i },
    s("text", { class: "number", x: GUTTER - 10, y: y + 4, "text-anchor": "end" }, row.pending ? "next" : number(row.number)),
    s("circle", { cx: x, cy: y, r: row.clash ? 6.5 : 4.5 }),
    s("text", { class: "label", x: x + 12, y: y + 4 },
      labelOf(row), place ? s("tspan", { class: "where", dx: 8 }, brief(place, 22)) : null));
}

function drawRun(run) {
  const at = layOut(run);
  const picture = s("svg", { viewBox: `0 0 ${at.width} ${at.height}`, "aria-hidden": "true" },
    drawHeads(run), drawFrame(run, at), run.rows.map((row, i) => drawBack(run, at, row, i)), drawLanes(run, at),
    run.sections.map((section) => drawSection(run, at, section)),
    drawClash(run, at),
    run.arrows.map((arrow) => drawArrow(run, at, arrow)),
    run.rows.map((row, i) => (row.gap ? drawGap : drawEvent)(run, at, row, i)));
  return { picture, at };
}
