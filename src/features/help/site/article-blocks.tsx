import { Fragment } from "react";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import type { Block, Inline } from "../contract/articles.ts";
import styles from "./article.module.css";

/** Paragraphs, numbered steps and lists. They never change, so that their place is their key. */
export function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map(({ kind, items }) => {
    const key = JSON.stringify(items);
    if (kind === "paragraph") {
      return items.map((item) => (
        <p key={key}>
          <Words item={item} />
        </p>
      ));
    }
    const List = kind === "steps" ? "ol" : "ul";
    return (
      <List key={key} className={kind === "steps" ? styles.steps : styles.list}>
        {items.map((item) => (
          <li key={JSON.stringify(item)}>
            <span>
              <Words item={item} />
            </span>
          </li>
        ))}
      </List>
    );
  });
}

function Words({ item }: { item: readonly Inline[] }) {
  return item.map((part) => {
    if (typeof part === "string") return <Fragment key={part}>{part}</Fragment>;
    if ("bold" in part) return <b key={part.bold}>{part.bold}</b>;
    return (
      <AppLink key={part.to} to={part.to}>
        {part.text}
      </AppLink>
    );
  });
}
