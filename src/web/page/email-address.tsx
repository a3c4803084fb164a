import { Fragment } from "react";

/** An e-mail address that may go on in the next line before its "@" and before each dot. */
export function EmailAddress({ children }: { children: string }) {
  return [...children.matchAll(/[@.]?[^@.]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
