import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { articleWords } from "../../src/features/help/contract/article-words.ts";
import {
  type Article,
  type ArticleBrief,
  type ArticleSection,
  articlePath,
  type Block,
  type Inline,
  plainLines,
  type SearchablePage,
} from "../../src/features/help/contract/articles.ts";

const folder = path.resolve(import.meta.dirname, "../../src/features/help");

/** Reads every Markdown file of a folder of src/features/help. */
export function readArticles(name: "articles" | "questions"): Article[] {
  const files = readdirSync(path.join(folder, name)).sort();
  return files.map((file) =>
    parseArticle(path.parse(file).name, readFileSync(path.join(folder, name, file), "utf8")),
  );
}

/**
 * Reads an article: lines of `name: value` between two `---`, then sections with paragraphs, steps
 * and lists.
 * @throws Error for other Markdown and for unknown `{{words}}`, so that nothing is dropped silently
 */
export function parseArticle(slug: string, markdown: string): Article {
  const filled = markdown
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const word = articleWords[name];
      if (word === undefined) throw new Error(`${slug}.md: nothing is named ${whole}`);
      return word;
    })
    .replaceAll("'", "’");
  const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(filled) ?? [];
  const field = (name: string) => {
    const value = new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1];
    return (value ?? "").replace(/^"(.*)"$/, "$1");
  };
  return {
    slug,
    title: field("title"),
    group: field("group"),
    checked: field("checked"),
    lead: field("lead"),
    keywords: field("keywords").split(", ").filter(Boolean),
    sections: readSections(slug, body),
  };
}

function readSections(slug: string, body: string): ArticleSection[] {
  const sections: { title: string; blocks: Block[] }[] = [];
  for (const token of lexer(body)) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === 2) {
      sections.push({ title: token.text, blocks: [] });
      continue;
    }
    const section = sections.at(-1);
    if (!section) throw new Error(`${slug}.md: a heading comes first`);
    section.blocks.push(readBlock(slug, token));
  }
  return sections;
}

function readBlock(slug: string, token: Token): Block {
  if (token.type === "paragraph") {
    return { kind: "paragraph", items: [readInline(slug, token.tokens ?? [])] };
  }
  if (token.type === "list") {
    const { ordered, items } = token as Tokens.List;
    return {
      kind: ordered ? "steps" : "list",
      items: items.map(({ tokens }) =>
        readInline(
          slug,
          tokens.flatMap((one) => ("tokens" in one && one.tokens) || []),
        ),
      ),
    };
  }
  throw new Error(`${slug}.md: ${token.type} is not supported: ${token.raw}`);
}

function readInline(slug: string, tokens: readonly Token[]): Inline[] {
  return tokens.map((token) => {
    switch (token.type) {
      case "text":
      case "escape":
        return token.text;
      case "strong":
        return { bold: token.text };
      case "link":
        // An address that Markdown would link by itself stays text.
        return token.text === token.href ? token.text : { text: token.text, to: token.href };
      default:
        throw new Error(`${slug}.md: ${token.type} is not supported: ${token.raw}`);
    }
  });
}

/**
 * Imports of the Markdown files: the article, or with `?brief` what a form needs to suggest it. Pages
 * carry no parser.
 */
export function helpArticles(): Plugin {
  return {
    name: "help-articles",
    transform: {
      filter: { id: /\/features\/help\/\w+\/[\w-]+\.md(?:\?brief)?$/ },
      handler(code, id) {
        const [file = "", query] = id.split("?");
        const article = parseArticle(path.parse(file).name, code);
        return {
          code: `export const article = ${JSON.stringify(query === undefined ? article : toBrief(article))}`,
          map: null,
        };
      },
    },
  };
}

function toBrief({ slug, title, keywords }: Article): ArticleBrief {
  return { slug, title, keywords };
}

/** What the search reads: every article, and every question of a page. */
export function listSearchable(): SearchablePage[] {
  const articles = readArticles("articles").map((article) => ({
    path: articlePath(article.slug),
    title: article.title,
    keywords: article.keywords,
    lines: [
      article.lead,
      ...article.sections.flatMap((section) => [section.title, ...plainLines(section)]),
    ],
  }));
  const questions = readArticles("questions").flatMap(({ group, sections }) =>
    sections.map((section) => ({
      path: group,
      title: section.title,
      keywords: [],
      lines: plainLines(section),
    })),
  );
  return [...articles, ...questions];
}
