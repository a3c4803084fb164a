import { useLocation } from "../../../platform/site/runtime/router-context.tsx";
import { findArticle } from "./all-articles.ts";
import { ArticleView } from "./article-view.tsx";

export default function ArticlePage() {
  const slug = useLocation().pathname.split("/").at(-1) ?? "";
  return <ArticleView article={findArticle(slug)} />;
}
