import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../../../brand.ts";

interface PageHeadingProps {
  readonly children: ReactNode;
  /** Title of the window, if it is not the heading's text. */
  readonly title?: string;
  /** For a heading on a screen that also has another, longer one. */
  readonly className?: string | undefined;
}

let hasShownPage = false;

/** A page's main heading: names the window, and takes the focus when the page opens from another. */
export function PageHeading({ children, title, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const own = title ?? (typeof children === "string" ? children : undefined);

  useEffect(() => {
    if (own) document.title = `${own} - ${brand.name} desk`;
  }, [own]);
  useEffect(() => {
    // The first page of a document leaves the focus where the browser starts.
    if (hasShownPage) heading.current?.focus();
    hasShownPage = true;
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
