import type { ArticleBrief } from "../contract/articles.ts";

const briefs = Object.values(
  import.meta.glob<ArticleBrief>("../articles/*.md", {
    query: "?brief",
    eager: true,
    import: "article",
  }),
);

const maxShown = 2;
/** One word alone is too little to guess from. */
const minScore = 2;

/** Articles that fit what someone is writing, best first. Nothing leaves the browser. */
export function findSuggestions(text: string): ArticleBrief[] {
  const typed = ` ${(text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ")} `;
  return briefs
    .map((brief) => ({ brief, score: scoreOf(brief, typed) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxShown)
    .map(({ brief }) => brief);
}

/** How many of its keywords and words of its title were typed, also with an ending. */
function scoreOf({ title, keywords }: ArticleBrief, typed: string): number {
  const words = new Set([...keywords, ...title.split(" ").filter((word) => word.length > 3)]);
  return [...words].filter((word) => typed.includes(` ${word.toLowerCase()}`)).length;
}
