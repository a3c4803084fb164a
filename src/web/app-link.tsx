import type { ReactNode } from "react";
import { Link } from "react-router";
import { preloadPage } from "./preload.ts";

interface AppLinkProps {
  /** An address of this site, from `paths`, with or without "#section" or "?query". */
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly current?: boolean;
}

/**
 * A link inside the site. Before React is awake it is an ordinary document load;
 * afterwards pointing at it or focusing it fetches the page's code.
 */
export function AppLink({ to, children, className, current }: AppLinkProps) {
  const preload = () => preloadPage(to.split(/[?#]/)[0] ?? to);
  return (
    <Link
      to={to}
      className={className}
      aria-current={current ? "page" : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {children}
    </Link>
  );
}

/** A link to another site, in a new tab, which it says in words. */
export function ExternalLink({
  href,
  children,
  className,
}: Omit<AppLinkProps, "to"> & { href: string }) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}
