/** The build reads Markdown files as articles: scripts/build/help-articles.ts. */
declare module "*.md" {
  export const article: import("../contract/articles.ts").Article;
}
