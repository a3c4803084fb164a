import type { ReactNode } from "react";

interface LinkProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

interface AppLinkProps extends LinkProps {
  /** A path of this site, from `paths`, with or without "#section" or "?query". */
  readonly to: string;
  readonly current?: boolean;
}

/**
 * A link inside the site: a plain `<a>`, so that it works without scripts. After hydration
 * `useSiteLinks` turns a click into client navigation.
 */
export function AppLink({ to, children, className, current }: AppLinkProps) {
  return (
    <a href={to} className={className} aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}

export function ExternalLink({ href, children, className }: LinkProps & { href: string }) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}
