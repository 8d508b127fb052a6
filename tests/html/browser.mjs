// A headless browser for the tests, and pages that complain about what a page
// must not do: errors, requests for anything but itself, dialogs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const found = (name) => {
  try {
    return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
  } catch {
    return null; // not installed
  }
};

// Milliseconds after which something hangs, on slow machines too.
const patience = 1800e3;

export const launch = () =>
  chromium.launch({
    timeout: patience,
    executablePath: found("chromium") ?? found("google-chrome"),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });

export async function open(browser, file, { width = 1440, height = 900, dark = false, hash = "" } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  page.setDefaultTimeout(patience);
  const url = pathToFileURL(file).href + hash;
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(`error: ${error.message}`));
  page.on("console", (message) => page.complaints.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url.split("#")[0]) page.complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return page;
}

export async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.close();
}

// Every element that can have the focus has a role and a name.
export async function nameless(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .filter((node) => !node.ignored && node.properties?.some((p) => p.name === "focusable" && p.value.value))
    .filter((node) => !["RootWebArea", "generic"].includes(node.role.value))
    .filter((node) => !node.name?.value)
    .map((node) => node.role.value);
}

// Texts whose contrast with what is behind them is below 4.5 (WCAG AA).
export const faint = (page) =>
  page.evaluate(() => {
    const rgb = (color) => color.match(/[\d.]+/g).map(Number);
    const light = (color) => {
      const [r, g, b] = rgb(color).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
      for (let e = element; e; e = e.parentElement) {
        const color = getComputedStyle(e).backgroundColor;
        if ((rgb(color)[3] ?? 1) > 0.99) return color;
      }
      return "rgb(255, 255, 255)";
    };
    const texts = [...document.querySelectorAll("body *")].filter((e) =>
      !(e instanceof SVGElement) && e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
    return texts.flatMap((e) => {
      const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      return contrast < 4.5 ? [`${e.tagName}.${e.className} ${contrast.toFixed(2)} ${e.textContent.slice(0, 30)}`] : [];
    });
  });
