import { Row } from "./row.tsx";

/** Shown instead of a sign-in method that needs a confirmed email address. */
export function ConfirmFirst({ row, term }: { readonly row: string; readonly term: string }) {
  return (
    <Row row={row} term={term}>
      <p>
        Confirm your email address first. Above, under “Please confirm your email”, we send you the
        link again.
      </p>
    </Row>
  );
}
