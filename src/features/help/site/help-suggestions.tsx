import { useEffect, useRef, useState } from "react";
import { ExternalLink } from "../../../platform/site/page/app-link.tsx";
import { type ArticleBrief, articlePath } from "../contract/articles.ts";
import styles from "./help-suggestions.module.css";

/** How long a pause in writing is, in milliseconds. */
const pauseMs = 700;

/**
 * Links to articles that fit the words in a form's text, after a pause in writing. They open beside
 * the form, which keeps what was typed; the form is never blocked.
 */
export function HelpSuggestions() {
  const element = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<readonly ArticleBrief[]>([]);
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    let timer: number | undefined;
    const update = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement)) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        import("./find-suggestions.ts").then(
          ({ findSuggestions }) => setFound(findSuggestions(target.value)),
          // Without a connection there is nothing to suggest.
          () => undefined,
        );
      }, pauseMs);
    };
    form.addEventListener("input", update);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", update);
    };
  }, []);
  return (
    <div ref={element} role="status">
      {found.length > 0 && (
        <div className={styles.box}>
          <p>Perhaps this answers it:</p>
          <ul>
            {found.map(({ slug, title }) => (
              <li key={slug}>
                <ExternalLink href={articlePath(slug)}>{title}</ExternalLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
