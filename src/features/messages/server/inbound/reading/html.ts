import { compile, type FormatCallback, type HtmlToTextOptions } from "html-to-text";

const maxLength = 2_000_000;
/** Open elements: the parser's time grows with their square. */
const maxOpen = 3000;
/** Elements that are read; a thousand lines need a tenth of them. */
const maxElements = 60_000;
/** Quotes in quotes that are marked; each takes two characters of every line. */
const maxQuoteDepth = 20;
/** Elements in elements; threads of a hundred replies need less. */
const maxDepth = 400;
const maxChildNodes = 100_000;
/** Written where a limit left something out. */
const cutMark = "\u0001";

export interface HtmlText {
  readonly text: string;
  readonly isCut: boolean;
}

type Element = Parameters<FormatCallback>[0];

/** "here (https://…)", unless the text says the target. */
const formatLink: FormatCallback = (element, walk, builder) => {
  const href = (element.attribs?.href ?? "").trim();
  let text = "";
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  if (!/^(?:https?|ftp|mailto|tel):/i.test(href)) return;
  const isSaid = bare(text).includes(bare(href)) || bare(href) === "";
  const target = href.replace(/^(?:mailto|tel):/i, "");
  if (!isSaid) builder.addInline(text === "" ? target : ` (${target})`, { noWordTransform: true });
};

/** What a link and its text have in common, however they are written. */
function bare(link: string): string {
  return link
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, "")
    .replace(/^www\./, "")
    .split("?subject=", 1)
    .join("")
    .replaceAll(/[\s/().+-]/g, "");
}

const formatImage: FormatCallback = (element, _walk, builder) => {
  const alt = (element.attribs?.alt ?? "").trim();
  if (alt !== "") builder.addInline(`[${alt}]`);
};

let quoteDepth = 0;

/** Lines that begin with "> ". */
const formatQuote: FormatCallback = (element, walk, builder) => {
  quoteDepth += 1;
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  const blockTransform = quoteDepth > maxQuoteDepth ? keep : quoteLines;
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
  quoteDepth -= 1;
};

function keep(text: string): string {
  return text;
}

/** Outlook marks where its quote begins: all that follows, out to the end. */
const formatRest: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.addLineBreak();
  for (let one: Element | null = element; one?.parent; one = one.parent as Element | null) {
    const { children } = one.parent as Element;
    walk(children.splice(children.indexOf(one) + 1), builder);
  }
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform: quoteLines });
};

/** Cells of one line are apart; others are below each other. */
const formatTable: FormatCallback = (element, walk, builder) => {
  builder.openTable();
  for (const row of rowsOf(element)) {
    builder.openTableRow();
    for (const cell of row.children ?? []) {
      if (cell.name !== "td" && cell.name !== "th") continue;
      builder.openTableCell();
      walk(cell.children, builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({
    leadingLineBreaks: 1,
    trailingLineBreaks: 1,
    tableToString: (rows) => rows.map(writeRow).filter(Boolean).join("\n"),
  });
};

function writeRow(cells: readonly { readonly text?: string }[]): string {
  const texts = cells.map(({ text = "" }) => text.trim()).filter(Boolean);
  return texts.join(texts.every((text) => !text.includes("\n")) ? " | " : "\n");
}

function* rowsOf(table: Element): Generator<Element> {
  for (const child of table.children ?? []) {
    if (child.name === "tr") yield child;
    else if (/^(?:t(?:head|body|foot)|form)$/.test(child.name ?? "")) yield* rowsOf(child);
    // Words outside cells, which browsers show too.
    else if (child.name !== "colgroup" && child.type !== "comment") {
      yield { children: [{ name: "td", children: [child] }] } as Element;
    }
  }
}

export function quoteLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

const quotes = [
  ...["blockquote", ".gmail_quote", ".yahoo_quoted", ".moz-cite-prefix", ".protonmail_quote"],
  ...[
    ".tutanota_quote",
    "#mail-editor-reference-message-container",
    ".zmail_extra",
    ".gmail_extra",
  ],
];
const hidden = [
  ...["head", "title", "style", "script", "template", "xml", "[hidden]"],
  ...["display:none", "display: none", "mso-hide:all", "mso-hide: all", "visibility:hidden"].map(
    (style) => `[style*="${style}" i]`,
  ),
];

const options: HtmlToTextOptions = {
  wordwrap: false,
  // No element has this name: also what stands outside <body> is read.
  baseElements: { selectors: ["none-of-them"], returnDomByDefault: true },
  limits: { maxInputLength: maxLength + 1, maxDepth, maxChildNodes, ellipsis: cutMark },
  formatters: {
    link: formatLink,
    picture: formatImage,
    quote: formatQuote,
    rest: formatRest,
    cells: formatTable,
  },
  selectors: [
    { selector: "a", format: "link" },
    { selector: "img", format: "picture" },
    { selector: "table", format: "cells" },
    { selector: "hr", format: "lineBreak" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    // Outlook writes every line as one, and blank ones between.
    {
      selector: "p.MsoNormal",
      format: "paragraph",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    },
    ...quotes.map((selector) => ({ selector, format: "quote" })),
    { selector: "#divRplyFwdMsg", format: "rest" },
    ...hidden.map((selector) => ({ selector, format: "skip" })),
  ],
};

let convert: ((html: string) => string) | undefined;

/**
 * The text of HTML: link targets kept, table cells apart, hidden text and comments left out, what
 * mail programs mark as quotes in lines with "> ".
 */
export function htmlToText(html: string): HtmlText {
  convert ??= compile(options);
  quoteDepth = 0;
  const read = html.slice(0, maxLength).replaceAll(cutMark, "");
  const isHuge = isTooLarge(read);
  // Only the words, in the order of the source.
  const text = convert(isHuge ? read.replaceAll(/<[^<>]*>/g, " ") : read);
  const isCut = isHuge || html.length > maxLength || text.includes(cutMark);
  return { text: text.replaceAll(cutMark, ""), isCut };
}

/** Elements that need no end, or have none. */
const unclosed = new Set([
  ...["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "colgroup"],
  ...["br", "hr", "img", "input", "meta", "link", "col", "area", "base", "wbr", "source", "embed"],
  ...["html", "head", "body"],
]);

function isTooLarge(html: string): boolean {
  let open = 0;
  let count = 0;
  for (const [, end = "", name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9:]*)/gi)) {
    count += 1;
    if (unclosed.has(name.toLowerCase())) continue;
    open = end === "" ? open + 1 : Math.max(0, open - 1);
    if (open > maxOpen) return true;
  }
  return count > 2 * maxElements;
}
