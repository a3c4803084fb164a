import { Fragment } from "react";

/** An e-mail address that may go on in the next line before its "@" and before each dot. */
export function EmailAddress({ children }: { children: string }) {
  const [first, ...rest] = children.split(/(?=[@.])/);
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
