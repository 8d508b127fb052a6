// The HTML report as people see and use it.  FT_PAGES is a directory of pages
// that tests/cli/test_html_page.sh made.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, faint, launch, nameless, open } from "./browser.mjs";

const pages = process.env.FT_PAGES;
const file = (name) => `${pages}/${name}.html`;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const witness = (page) => page.getByRole("slider", { name: /^The witness/ });
const recorded = (page) => page.getByRole("slider", { name: /^The recorded run/ });
const said = (slider) => slider.getAttribute("aria-valuetext");
const frames = (page) => page.evaluate(() => new Promise((r) => { requestAnimationFrame(() => requestAnimationFrame(r)); }));

test("html: one race opens with its picture, locks, stacks and command", async () => {
  const page = await open(browser, file("hidden"));
  assert.match(await page.getByRole("heading", { level: 2 }).textContent(), /^R1 data race on 'x'/);
  assert.equal(await page.getByText("In the recorded run T1 released l before T2 took it").count(), 1);
  assert.equal(await page.getByText("foretrace explain examples/hidden.std R1").count(), 1);
  assert.equal(await page.locator("svg .event.clashing").count(), 4);
  assert.equal(await page.locator("svg .section").count(), 4);
  assert.ok(await page.locator("svg .arrow.order").count() >= 4);
  await close(page);
});

test("html: the keyboard steps, zooms and changes sides", async () => {
  const page = await open(browser, file("hidden"));
  await witness(page).focus();
  assert.match(await said(witness(page)), /^Next: T2 write x/);
  await page.keyboard.press("Home");
  assert.match(await said(witness(page)), /^Step 1 of 5: main fork T1/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await said(witness(page)), /^Step 3 of 5: T2 acquire l at hidden.c:21; holds no lock/);
  assert.equal(await page.locator(".status").textContent(), await said(witness(page)));
  assert.equal(await recorded(page).locator(".echo .label").textContent(), "acquire lhidden.c:21");
  const width = () => witness(page).locator("svg").last().evaluate((svg) => svg.clientWidth);
  const before = await width();
  await page.keyboard.press("+");
  assert.ok(await width() > before);
  await page.keyboard.press("0");
  assert.equal(await width(), before);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  assert.match(await said(recorded(page)), /^Event 10: main read x/);
  await close(page);
});

test("html: screen readers get names, a table of the steps, and news", async () => {
  const page = await open(browser, file("hidden"));
  assert.deepEqual(await nameless(page), []);
  await page.getByText("The witness: a schedule that leads here as a table").click();
  const table = page.getByRole("table").last();
  assert.match(await table.textContent(), /StepThreadDoesWhereHolds/);
  assert.equal(await table.getByRole("row").count(), 8);
  const tree = await page.locator("body").ariaSnapshot();
  for (const wanted of [/heading "foretrace report" \[level=1\]/, /navigation "Findings"/, /search "Filter findings"/, /slider "The recorded run"/, /main:/])
    assert.match(tree, wanted);
  await close(page);
});

test("html: changed reads, deadlocks and refuted pairs have pictures", async () => {
  const values = await open(browser, file("values"), { hash: "#R3" });
  assert.ok(await values.locator("svg .event.changes").count() >= 1);
  await close(values);
  const dead = await open(browser, file("deadlock"), { hash: "#D1" });
  assert.match(await said(witness(dead)), /waits for a lock that another one holds/);
  await close(dead);
  const refuted = await open(browser, file("refuted"));
  assert.equal(await refuted.getByText("Impossible in this trace").first().isVisible(), true);
  assert.equal(await witness(refuted).count(), 0);
  assert.equal(await recorded(refuted).count(), 1);
  await close(refuted);
});

for (const dark of [false, true])
  test(`html: every text can be read, ${dark ? "dark" : "light"}`, async () => {
    const page = await open(browser, file("hidden"), { dark });
    assert.deepEqual(await faint(page), []);
    await close(page);
  });

test("html: on a phone nothing is wider than the screen", async () => {
  const page = await open(browser, file("hidden"), { width: 360, height: 740 });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  assert.equal(await page.locator("main").isVisible(), false);
  // The page follows its address after the click, not during it.
  await page.getByRole("link", { name: /^R1/ }).click();
  await page.locator("nav").waitFor({ state: "hidden" });
  assert.ok(await fits());
  await page.getByRole("link", { name: /All findings/ }).click();
  await page.locator("nav").waitFor({ state: "visible" });
  await close(page);
});

test("html: hostile names are text and nothing else", async () => {
  const page = await open(browser, file("hostile"));
  for (const link of await page.locator(".findings a").all()) {
    await link.click();
    await frames(page);
  }
  assert.equal(await page.locator("img, iframe, b, svg[onload]").count(), 0);
  const text = await page.locator("body").innerText();
  assert.ok(text.includes("</script><script>alert(1)</script>"));
  assert.ok(text.includes("\\x1b[31mred\\x1b[0m") && text.includes("\\u202egnitirw"));
  assert.doesNotMatch(text, /[\u0000-\u0008\u001b\u202e]/);
  await close(page);
});

test("html: a witness of 100,000 events is shown by what matters", async () => {
  const page = await open(browser, file("long"));
  const events = await witness(page).locator(".event").count();
  assert.ok(events >= 8 && events <= 240, `${events} events`);
  assert.match(await witness(page).textContent(), /⋮ [0-9,]+ events not shown/);
  assert.match(await witness(page).textContent(), /acquire l/);
  await close(page);
});

// Milliseconds until the page shows its first race, the best of three if they
// are asked for (FT_TIMES): other processes have the machine, too.
async function timeToOpen(name) {
  const times = [];
  for (let i = 0; i < (process.env.FT_TIMES ? 3 : 1); i++) {
    const start = performance.now();
    const page = await open(browser, file(name));
    await page.locator("#title").waitFor();
    await frames(page);
    times.push(performance.now() - start);
    await close(page);
  }
  return Math.min(...times);
}

// How fast is asked by scripts/bench.
test("html: 1,000 races open and stay responsive", async (t) => {
  const opened = await timeToOpen("many");
  const page = await open(browser, file("many"));
  const timed = async (action) => {
    const from = performance.now();
    await page.evaluate(action);
    await frames(page);
    return performance.now() - from;
  };
  const found = await timed(() => { location.hash = "#R900"; });
  await page.locator("#title", { hasText: "R900" }).waitFor();
  const filtered = await timed(() => {
    const input = document.querySelector("input[type=search]");
    input.value = "x99";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.equal(await page.locator(".count").textContent(), "11 of 1,000 findings");
  t.diagnostic(`opened in ${opened.toFixed(0)} ms, finding ${found.toFixed(0)} ms, filter ${filtered.toFixed(0)} ms`);
  if (process.env.FT_TIMES) assert.ok(opened < 2000 && found < 1500 && filtered < 1000);
  await close(page);
});

test("html: filters by verdict, file and model, and many races a part at a time", async () => {
  const page = await open(browser, file("many"));
  assert.equal(await page.locator(".findings li").count(), 300);
  await page.getByRole("button", { name: /^Show 300 more/ }).click();
  assert.equal(await page.locator(".findings li").count(), 600);
  await page.getByLabel("File").selectOption("dir3/b.c");
  assert.equal(await page.locator(".count").textContent(), "111 of 1,000 findings");
  await page.getByLabel("Verdict").selectOption("certified");
  await page.getByLabel("Model").selectOption("mcm");
  assert.equal(await page.locator(".count").textContent(), "111 of 1,000 findings");
  await page.locator(".findings a").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), "#R13");
  await close(page);
});

test("html: a deadlock that the run ended in is the headline", async () => {
  const page = await open(browser, file("stuck"));
  const head = await page.getByRole("alert").textContent();
  assert.match(head, /^Deadlock: the recorded run ended since no thread of it could go on/);
  assert.match(head, /main waits at .*stuck.c:6/);
  assert.deepEqual(await faint(page), []);
  await close(page);
});

test("html: consequences lead, both outcomes stand side by side, the missing lock is named", async () => {
  const page = await open(browser, file("both"));
  assert.match(await page.locator("header").textContent(), /Consequences: 1 crash, 1 different output/);
  assert.match(await page.getByRole("heading", { level: 2 }).textContent(), /'pointer'.*\(crash\)/);
  const boxes = page.locator(".outcomes .side");
  const first = await boxes.nth(0).textContent(), second = await boxes.nth(1).textContent();
  assert.match(first, /^If T\d (reads|writes) first/);
  assert.match(second, /^If T\d (reads|writes) first/);
  assert.deepEqual([first, second].map((text) => /SIGSEGV/.test(text)).sort(), [false, true]);
  await page.setViewportSize({ width: 360, height: 740 });
  const [a, b] = [await boxes.nth(0).boundingBox(), await boxes.nth(1).boundingBox()];
  assert.ok(a.y === b.y && a.x + a.width <= b.x);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Consequence").selectOption("different output");
  assert.equal(await page.locator(".count").textContent(), "1 of 3 findings"); // and the access through the null pointer
  await page.locator(".findings a").first().click();
  await page.getByText("accesses to 'hits' hold 'm'").or(page.getByText(/every other access to 'hits'/)).waitFor();
  assert.match(await boxes.nth(0).textContent(), /last value: [34]/);
  assert.deepEqual(await faint(page), []);
  await close(page);
});
