import { hasRightToLeft, isolateNumbers } from "../../contract/isolate.ts";
import { escapeHtml } from "../escape-html.ts";

export interface EmailContent {
  readonly subject: string;
  /** Paragraphs; a line break inside one is kept. */
  readonly lines: readonly string[];
  /** The main link, if there is one. */
  readonly button?: { readonly label: string; readonly url: string };
  readonly otherLink?: { readonly label: string; readonly url: string };
  /** A last paragraph in smaller type: "If you did not ask for this, ..." */
  readonly footnote?: string;
}

export interface EmailSignature {
  readonly name: string;
  readonly phone: { readonly e164: string; readonly shown: string; readonly hours: string };
  readonly address: string;
  readonly safety: { readonly label: string; readonly url: string };
}

/** Values of src/platform/site/ui/tokens.css: email clients support neither custom properties nor our fonts. */
const ink = "#12312b";
const paper = "#fafbf7";
const marigold = "#f5b335";
const muted = "#3d564f";
const font = "font-family:'Atkinson Hyperlegible Next',Verdana,Arial,sans-serif";
const body = `${font};font-size:20px;line-height:1.55`;
const small = `${font};font-size:18px;line-height:1.5`;

/**
 * Dark mode: light text on the footer's dark color. Clients that drop the style element, or
 * invert colors themselves, start from light pairs that stay readable.
 */
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0b231e!important}
.words,.words a,.small,.small a{color:${paper}!important}
.rule{border-color:${paper}!important}
.button{background:${marigold}!important}
.button a{color:${ink}!important}
}`;

/** Start tag of a layout table. @param more additional style declarations */
function table(attributes = "", more = ""): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"${attributes} style="border-collapse:collapse${more}">`;
}

/** Renders the email with tables and inline styles, which all clients support, without pictures. */
export function toHtml(
  words: EmailContent,
  { name, phone, address, safety }: EmailSignature,
): string {
  const { subject, lines, button, otherLink, footnote } = words;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${paper}">
${table(` class="ground" bgcolor="${paper}"`)}<tr><td align="center" style="padding:0 0 32px">
${table("", ";max-width:640px")}
<tr><td bgcolor="${marigold}" style="padding:20px 24px;background:${marigold};border-bottom:14px solid ${ink};${font};font-size:26px;line-height:1.2;font-weight:800;color:${ink}">${escapeHtml(name)}</td></tr>
<tr><td class="words" style="padding:32px 24px 8px;${body};color:${ink}">
<h1 class="words" dir="auto" style="margin:0 0 24px;${font};font-size:30px;line-height:1.2;font-weight:800;color:${ink};overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${lines.map(drawLine).join("\n")}
${button ? drawButton(button) : ""}${otherLink ? drawLink(otherLink) : ""}${footnote ? drawSmall(footnote) : ""}
</td></tr>
<tr><td style="padding:8px 24px 0">
${table()}<tr><td class="small rule" style="padding:20px 0 0;border-top:3px solid ${ink};${small};color:${muted}">
<strong>${escapeHtml(name)}</strong><br>
Call or text <a href="tel:${escapeHtml(phone.e164)}" style="color:inherit;white-space:nowrap">${escapeHtml(phone.shown)}</a><br>
${escapeHtml(phone.hours)}<br>
${escapeHtml(address)}<br>
<a href="${escapeHtml(safety.url)}" style="color:inherit">${escapeHtml(safety.label)}</a>
</td></tr></table>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function drawLine(line: string): string {
  return `<p class="words" dir="auto" style="margin:0 0 20px;${body};color:${ink};overflow-wrap:anywhere">${drawText(line)}</p>`;
}

function drawSmall(text: string): string {
  return `<p class="small" dir="auto" style="margin:0 0 20px;${small};color:${muted};overflow-wrap:anywhere">${drawText(text)}</p>\n`;
}

/** Followed by the full URL, for clients that do not show links. */
function drawButton({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${ink}" style="background:${ink};border-radius:8px">
<a href="${address}" style="display:inline-block;padding:16px 28px;${body};font-weight:750;color:${paper};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="small" style="margin:0 0 20px;${small};color:${muted}">If the button does nothing, copy this address into your browser:<br><a href="${address}" style="color:inherit;word-break:break-all">${address}</a></p>
`;
}

function drawLink({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<p class="words" style="margin:0 0 20px;${body}"><a href="${escapeHtml(url)}" style="color:${ink};font-weight:750">${escapeHtml(label)}</a></p>\n`;
}

/** Each line takes its direction from itself, where some are written from right to left. */
function drawText(text: string): string {
  if (!hasRightToLeft(text)) return escapeHtml(text).replaceAll("\n", "<br>");
  return text
    .split("\n")
    .map(
      (line) =>
        `<span dir="auto" style="display:block">${escapeHtml(isolateNumbers(line)) || "<br>"}</span>`,
    )
    .join("");
}
