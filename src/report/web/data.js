// The data of the page: JSON in script elements, the list at once and each
// finding when it is opened.

const readData = (id) => JSON.parse(document.getElementById(`data-${id}`).textContent);

const page = readData("page");
const findingById = new Map(page.findings.map((f) => [f.id, f]));

const filesOf = (finding) => [...new Set(finding.places.map((place) => place.file).filter((file) => file !== null))];
