import { Form, Link } from "react-router";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { type ApplicationDetail, trackLabels } from "../../contract/applications.ts";
import { comparePath } from "../application-query.ts";
import styles from "./compare-page.module.css";

interface OtherFormProps {
  readonly one: ApplicationDetail;
  /** The reference in the URL; "" without one. */
  readonly asked: string;
  readonly isFound: boolean;
}

export function OtherForm({ one, asked, isFound }: OtherFormProps) {
  const others = one.matches.filter(({ reference }) => reference !== asked || !isFound);
  return (
    <>
      {others.length > 0 && (
        <ul className={styles.matches} aria-label="Other applications of this person">
          {others.map(({ reference, track, sentAt }) => (
            <li key={reference}>
              <Link
                className={buttonClass("ghost", true)}
                to={comparePath(one.reference, reference)}
              >
                {trackLabels[track]}, {formatDay(sentAt)}, {reference}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Form className={styles.other}>
        <TextField
          id="compare-with"
          name="with"
          label="Reference of the other application"
          defaultValue={asked}
          className="exact"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={describeError(one, asked, isFound)}
        />
        <Button type="submit">Compare</Button>
      </Form>
    </>
  );
}

function describeError({ reference }: ApplicationDetail, asked: string, isFound: boolean) {
  if (asked === "" || isFound) return undefined;
  if (asked === reference) return "This is the same application. Type the other one’s reference.";
  return isReference(asked)
    ? "No application has this reference."
    : "A reference has eight letters and digits. Example: 24RD2C99";
}
