import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { brand } from "../../src/brand.ts";
import {
  type Article,
  type Block,
  largePrint,
  plainText,
} from "../../src/features/help/contract/articles.ts";
import { formatDate } from "../../src/platform/contract/facts.ts";
import { readArticles } from "./help-articles.ts";

/** Static fonts, which a PDF can hold; the site's own one is variable. */
const fontOf = (weight: number) =>
  path.resolve(
    `node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`,
  );
const fonts = { plain: fontOf(400), bold: fontOf(700) };
const ink = "#12312b";
/** Sizes in points: the American Printing House for the Blind calls 18 points large print. */
const sizes = { title: 40, heading: 28, text: 20, foot: 18 } as const;
const margin = 54;

type Pdf = InstanceType<typeof PDFDocument>;

/** Writes the large-print files of articles: letter size, tagged, so that they can be read aloud. */
export async function writeLargePrint(web: string): Promise<void> {
  const articles = readArticles("articles");
  for (const { slug, path: address } of Object.values(largePrint)) {
    const article = articles.find((one) => one.slug === slug);
    if (!article) throw new Error(`large print: there is no article ${slug}`);
    const file = path.join(web, address);
    mkdirSync(path.dirname(file), { recursive: true });
    await writePdf(article, file);
  }
}

async function writePdf(article: Article, file: string): Promise<void> {
  const { title, lead, checked, sections } = article;
  const date = new Date(`${checked}T12:00:00Z`);
  const pdf = new PDFDocument({
    size: "LETTER",
    margin,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    info: { Title: title, Author: brand.company, CreationDate: date, ModDate: date },
  });
  const out = createWriteStream(file);
  pdf.pipe(out);
  pdf.fillColor(ink);
  const all = pdf.struct("Document");
  pdf.addStructure(all);
  const add = (type: string, size: number, text: string, indent = 0) => {
    all.add(
      pdf.struct(type, {}, () => {
        pdf
          .font(type.startsWith("H") ? fonts.bold : fonts.plain, size)
          .text(text, margin + indent, undefined, {
            width: pdf.page.width - 2 * margin - indent,
            lineGap: size * 0.25,
          });
      }),
    );
    pdf.moveDown(0.4);
  };
  add("H1", sizes.title, title);
  add("P", sizes.text, lead);
  for (const section of sections) {
    keepTogether(pdf);
    pdf.moveDown(0.6);
    add("H2", sizes.heading, section.title);
    for (const block of section.blocks) addBlock(add, block);
  }
  pdf.moveDown(1);
  const { shown, hours } = brand.phone;
  add("P", sizes.text, `Call or text us: ${shown}. ${hours}. TTY: 711.`);
  add("P", sizes.foot, `${brand.company}. Checked on ${formatDate(checked)}.`);
  all.end();
  pdf.end();
  await finished(out);
}

function addBlock(
  add: (type: string, size: number, text: string, indent?: number) => void,
  { kind, items }: Block,
): void {
  for (const [index, item] of items.entries()) {
    const mark = kind === "steps" ? `${index + 1}.  ` : kind === "list" ? "•  " : "";
    add("P", sizes.text, mark + plainText(item), kind === "paragraph" ? 0 : margin / 3);
  }
}

/** A heading is not the last line of a page. */
function keepTogether(pdf: Pdf): void {
  const needed = sizes.heading * 3 + sizes.text * 3;
  if (pdf.y + needed > pdf.page.height - margin) pdf.addPage();
}
