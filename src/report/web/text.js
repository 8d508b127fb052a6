// Texts.  Names come from traces and may hold any characters: they only ever
// become text nodes, and here those that a reader cannot see, or that turn
// the direction of writing around, are made visible.

const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const printable = (text) =>
  String(text).replace(UNSEEN, (c) => {
    const code = c.codePointAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });

// A name that fits: its middle is left out.
function brief(text, most) {
  const all = Array.from(printable(text));
  if (all.length <= most) return all.join("");
  const head = Math.ceil((most - 1) / 2);
  const tail = most - 1 - head;
  return `${all.slice(0, head).join("")}…${all.slice(all.length - tail).join("")}`;
}

const number = (n) => n.toLocaleString("en");
const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

const VERDICTS = {
  certified: "Certified",
  undecided: "Undecided",
  refuted: "Impossible in this trace",
};

const MEANINGS = {
  certified:
    "A schedule of the recorded events that leads here was found, and an independent checker accepted it.",
  undecided: "The search stopped before it had an answer.",
  refuted: "No reordering of this trace leads here. Another run of the program may.",
};

// A pair that a relaxed model leaves open is impossible under the stricter ones alone.
const STRICTER = { value: "mcm", path: "value" };
const verdictText = ({ verdict, open_under: open }) =>
  open ? `Impossible under ${STRICTER[open]}, open under ${open}` : VERDICTS[verdict];
const meaningText = ({ verdict, open_under: open }) =>
  open ? `No reordering under ${STRICTER[open]} leads here; whether one under ${open} does is open.` : MEANINGS[verdict];

const HARMS = {
  free: "an access frees the memory",
  pointer: "a write changes a pointer",
  value: "a write changes the value, as far as is known",
  counter: "the writes add or subtract one",
  same: "the writes write the value that was there, or both the same",
};

const MODELS = {
  mcm: "mcm: every read that matters returns what it returned",
  value: "value: reads may return other values, all branches go as recorded",
  path: "path: the program may take other branches",
};

function replayText(replay) {
  if (!replay) return "";
  if (replay.outcome === "confirmed") return `confirmed ${replay.reached}/${replay.runs}`;
  return replay.runs ? `not reached 0/${replay.runs}` : "not replayed";
}

// Traces may call their locations by numbers.
const locationText = (location) =>
  /^[0-9]+$/.test(location) ? `location ${location}` : printable(location);

// "hidden.c:15"; an access without a location is named by its event.
function placeText(place) {
  if (place.file !== null) return place.line ? `${printable(place.file)}:${place.line}` : printable(place.file);
  return place.name === null ? `event ${number(place.event)}` : locationText(place.name);
}
