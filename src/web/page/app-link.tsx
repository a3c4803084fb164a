import type { ReactNode } from "react";

interface LinkProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

interface AppLinkProps extends LinkProps {
  /** An address of this site, from `paths`, with or without "#section" or "?query". */
  readonly to: string;
  /** It leads to the page it stands on. */
  readonly current?: boolean;
}

/**
 * A link inside the site: plain, so that it works before and without scripts. Once
 * React is awake, `useSiteLinks` turns its press into a move without a new document.
 */
export function AppLink({ to, children, className, current }: AppLinkProps) {
  return (
    <a href={to} className={className} aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}

/** A link to another site, in a new tab, which it says in words. */
export function ExternalLink({ href, children, className }: LinkProps & { href: string }) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}
