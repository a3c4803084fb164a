import { Fragment } from "react";

/** An email address that may wrap before its "@" and before each dot. */
export function EmailAddress({ children }: { children: string }) {
  return [...children.matchAll(/[@.]?[^@.]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
