// The data of the page: JSON in script elements, the list at once and each
// finding when it is opened.

const readData = (id) => JSON.parse(document.getElementById(`data-${id}`).textContent);

const page = readData("page");
const findingById = new Map(page.findings.map((f) => [f.id, f]));

const filesOf = (finding) => [...new Set(finding.places.map((place) => place.file).filter((file) => file !== null))];

// A path as people would write it where the report was made.
const relative = (path) =>
  page.directory && path.startsWith(`${page.directory}/`) ? path.slice(page.directory.length + 1) : path;

// "hidden.c:15:5", as far as the frame knows.
function frameText(frame) {
  if (!frame.file) return "an unknown place";
  const parts = [printable(relative(frame.file))];
  if (frame.line) parts.push(frame.line);
  if (frame.line && frame.column) parts.push(frame.column);
  return parts.join(":");
}
