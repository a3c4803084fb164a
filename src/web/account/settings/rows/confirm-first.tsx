import { Row } from "./row.tsx";

/** In place of a way to log in that only a confirmed address may have. */
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
