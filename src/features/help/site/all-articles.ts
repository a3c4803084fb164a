import { type Article, articleSlugs } from "../contract/articles.ts";

const files = import.meta.glob<Article>("../articles/*.md", { eager: true, import: "article" });

/** Every article, in the order of /help. */
export const allArticles: readonly Article[] = articleSlugs.map((slug) => {
  const article = files[`../articles/${slug}.md`];
  if (!article) throw new Error(`There is no article ${slug}.md`);
  return article;
});

export function findArticle(slug: string): Article {
  const article = allArticles.find((one) => one.slug === slug);
  if (!article) throw new Error(`There is no article ${slug}`);
  return article;
}
