import { paths } from "../../../platform/contract/paths.ts";

/** A run of text; a word in bold; a link. */
export type Inline =
  | string
  | { readonly bold: string }
  | { readonly text: string; readonly to: string };

/** A paragraph has one item; steps and lists have one or more. */
export interface Block {
  readonly kind: "paragraph" | "steps" | "list";
  readonly items: readonly (readonly Inline[])[];
}

export interface ArticleSection {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A Markdown file of `articles` or `questions`, with prices and names filled in by the build. */
export interface Article {
  /** The name of its file, and the end of its address. */
  readonly slug: string;
  readonly title: string;
  readonly group: string;
  /** When someone last compared it with the product, YYYY-MM-DD. */
  readonly checked: string;
  readonly lead: string;
  /** Words that people use for it. */
  readonly keywords: readonly string[];
  readonly sections: readonly ArticleSection[];
}

/** What a form needs to suggest an article. */
export type ArticleBrief = Pick<Article, "slug" | "title" | "keywords">;

export const articleGroups: Readonly<Record<string, string>> = {
  requests: "Requests and prices",
  account: "Your account",
  safety: "Safety and work",
};

/** Every article, in the order in which /help lists them. */
export const articleSlugs = [
  "ask-for-help",
  "change-or-cancel",
  "provider-did-not-come",
  "prices-and-bills",
  "cancel-care-plus",
  "passwords-and-codes",
  "larger-text",
  "your-data",
  "helping-a-parent",
  "contact",
  "safety",
  "caregivers",
  "provider-pay",
  "provider-taxes",
] as const;

export type ArticleSlug = (typeof articleSlugs)[number];

export function articlePath(slug: string): string {
  return `${paths.help}/${slug}`;
}

/** Article that the large-print PDF of a name prints, below the site's root. */
export const largePrint = {
  prices: { slug: "prices-and-bills", path: "/large-print/prices.pdf" },
  guide: { slug: "ask-for-help", path: "/large-print/how-to-ask-for-help.pdf" },
} as const satisfies Record<string, { slug: ArticleSlug; path: string }>;

/** What the search reads, beside the built pages: `SearchablePage[]`. */
export const helpIndexFile = "help.json";

/** What the search reads of an article or of one question of a page. */
export interface SearchablePage {
  readonly path: string;
  readonly title: string;
  readonly keywords: readonly string[];
  /** Sentences and steps. */
  readonly lines: readonly string[];
}

/** The words of an item without bold and links. */
export function plainText(item: readonly Inline[]): string {
  return item
    .map((part) => (typeof part === "string" ? part : "bold" in part ? part.bold : part.text))
    .join("");
}

/** The words of a section, one line for each paragraph and step. */
export function plainLines({ blocks }: Pick<ArticleSection, "blocks">): string[] {
  return blocks.flatMap(({ items }) => items.map(plainText));
}
