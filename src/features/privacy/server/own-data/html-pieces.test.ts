import { expect, test } from "vitest";
import { htmlPieces } from "./html-pieces.ts";

async function* long() {
  yield { text: "<b>&\nnext" };
  yield { text: "second" };
}

test("a page shows each value in words, with nothing of it as markup", async () => {
  const data = { receivedAt: "2026-11-06", none: [], gone: null, isOn: true, messages: long() };
  let page = "";
  for await (const piece of htmlPieces({ ...data, nested: { zip_code: 80302 } })) page += piece;
  for (const part of [
    "<h2>Received at</h2><p>2026-11-06</p>",
    "<h2>None</h2><p>Nothing</p>",
    "<h2>Gone</h2><p>–</p>",
    "<h2>Is on</h2><p>Yes</p>",
    "<li><dl><dt>Text</dt><dd><p>&lt;b&gt;&amp;<br>next</p></dd></dl></li><li>",
    "<dt>Zip code</dt><dd><p>80302</p>",
  ]) {
    expect([part, page.includes(part)]).toEqual([part, true]);
  }
});
