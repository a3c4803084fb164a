import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { brand } from "../../../brand.ts";
import Privacy from "./privacy.page.tsx";

const root = path.join(import.meta.dirname, "../../../..");

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly shownBy: string;
}

const rows: readonly Row[] = readFileSync(path.join(root, "docs/legal-statements.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Section"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
  .map(([section = "", statement = "", shownBy = ""]) => ({ section, statement, shownBy }));

function plain(markup: string): string {
  const text = markup.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'");
  const written = text.replaceAll("&amp;", "&").replace(/\s+/g, " ").trim();
  return written
    .replaceAll(brand.email.privacy, "{email}")
    .replaceAll(brand.name, "{name}")
    .replace(/\d+/g, "#");
}

/** Whole sentences of the paragraphs and lists of a section. */
function statementsOf(markup: string, section: string): string[] {
  const body = new RegExp(`<section id="${section}".*?</section>`, "s").exec(markup)?.[0] ?? "";
  return [...body.matchAll(/<(p|li)\b[^>]*>((?:(?!<(?:p|li|td)\b).)*?)<\/\1>/gs)]
    .flatMap(([, , text = ""]) => plain(text).split(/(?<=[.!?]”?)\s+(?=[A-Z“{])/))
    .filter((sentence) => sentence.split(" ").length >= 5 && !sentence.endsWith(":"));
}

test("every statement of the privacy policy about this site is listed with its test, or for counsel", () => {
  const markup = renderToStaticMarkup(<Privacy />);
  for (const section of new Set(rows.map((row) => row.section))) {
    const listed = rows.filter((row) => row.section === section);
    expect(new Set(statementsOf(markup, section)), section).toEqual(
      new Set(listed.map(({ statement }) => statement)),
    );
  }
});

test("each test named is a test that exists", () => {
  const shown = [...new Set(rows.map(({ shownBy }) => shownBy))].filter((one) => one !== "Counsel");
  expect(shown.length).toBeGreaterThan(15);
  const missing = shown.filter((shownBy) => {
    const [, file = "", title = ""] = /^(\S+): "(.+)"$/.exec(shownBy) ?? [];
    return title === "" || !readFileSync(path.join(root, file), "utf8").includes(`"${title}"`);
  });
  expect(missing).toEqual([]);
});
