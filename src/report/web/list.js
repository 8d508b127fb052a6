// The list of findings and its filters.  Of many, some hundred are put into
// the page at a time.

const AT_ONCE = 300;

class ListView {
  constructor() {
    this.items = new Map();
    this.shown = [];
    this.list = h("ol", { class: "findings" });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.more = h("button", { type: "button", class: "more", onclick: () => this.extend() });
    this.said = h("p", { class: "count", role: "status" });
    this.form = h("form", { role: "search", "aria-label": "Filter findings", onsubmit: (e) => e.preventDefault() }, this.fields());
    this.form.addEventListener("input", () => this.apply());
    this.element = h("nav", { "aria-label": "Findings" }, this.form, this.said, this.list, this.more);
    this.apply();
  }

  fields() {
    const all = page.findings;
    const choice = (label, key, values, text) => {
      this[key] = h("select", {}, h("option", { value: "" }, "all"),
        values.map((value) => h("option", { value }, text(value))));
      return h("label", {}, label, this[key]);
    };
    const distinct = (values) => [...new Set(values)].sort();
    const tally = (verdict) => all.filter((f) => f.verdict === verdict).length;
    const verdicts = Object.keys(VERDICTS).filter(tally);
    this.variable = h("input", { type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false" });
    const consequences = [...new Set(all.map((f) => f.consequence).filter(Boolean))];
    return [
      consequences.length ? choice("Consequence", "consequence", consequences, (v) => v) : null,
      choice("Verdict", "verdict", verdicts, (v) => `${VERDICTS[v]} (${number(tally(v))})`),
      h("label", {}, "Variable", this.variable),
      choice("File", "file", distinct(all.flatMap(filesOf)), (v) => brief(v, 40)),
      choice("Model", "model", distinct(all.map((f) => f.model).filter(Boolean)), (v) => v),
    ];
  }

  passes(finding) {
    const wanted = this.variable.value.toLowerCase();
    return (!this.verdict.value || finding.verdict === this.verdict.value) &&
      (!this.consequence?.value || finding.consequence === this.consequence.value) &&
      (!this.model.value || finding.model === this.model.value) &&
      (!this.file.value || filesOf(finding).includes(this.file.value)) &&
      (!wanted || `${finding.variable ?? ""} ${finding.title}`.toLowerCase().includes(wanted));
  }

  apply() {
    this.shown = page.findings.filter((f) => this.passes(f));
    this.list.replaceChildren();
    this.said.textContent = this.shown.length === page.findings.length
      ? count(page.findings.length, "finding")
      : `${number(this.shown.length)} of ${count(page.findings.length, "finding")}`;
    this.extend();
  }

  extend() {
    const from = this.list.children.length;
    this.list.append(...this.shown.slice(from, from + AT_ONCE).map((f) => this.item(f)));
    const left = this.shown.length - this.list.children.length;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${number(Math.min(left, AT_ONCE))} more of ${number(left)}`;
  }

  item(finding) {
    if (!this.items.has(finding.id)) this.items.set(finding.id, this.makeItem(finding));
    return this.items.get(finding.id);
  }

  makeItem(finding) {
    return h("li", {}, h("a", { href: `#${finding.id}` },
      h("span", { class: "top" }, h("span", { class: "id" }, finding.id), badge(finding)),
      h("bdi", { class: "title" }, brief(finding.title, 90)),
      h("span", { class: "quiet" }, finding.places.map((place, i) => [i ? " ↔ " : "", h("bdi", {}, brief(placeText(place), 48))]))));
  }

  // The arrow keys move between findings.
  key(event) {
    const item = event.target.closest("li");
    const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
    if (!next) return;
    event.preventDefault();
    next.firstElementChild.focus();
  }

  mark(id) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.items.get(id)?.firstElementChild.setAttribute("aria-current", "page");
  }
}
