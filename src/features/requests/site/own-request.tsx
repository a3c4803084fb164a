import fieldStyles from "../../../platform/site/forms/fields/field.module.css";
import { Button, ButtonRow } from "../../../platform/site/ui/button.tsx";
import { type AskedRequest, type AskState, askExtras, askPath } from "../contract/ask.ts";
import styles from "./ask.module.css";

/** One thing that a customer asked for, with everything that they can do about it. */
export function OwnRequest({ request, of }: { request: AskedRequest; of: AskState["of"] }) {
  const { id, version, title, state, shown, wish, lookedAt, reference, mayCancel } = request;
  const messageId = `message-${reference}`;
  const hidden = (
    <>
      <input type="hidden" name={askExtras.id} value={id} />
      <input type="hidden" name={askExtras.version} value={version} />
    </>
  );
  const action = askPath(of?.id);
  const mayRate = of === undefined || of.parts.messages;
  const isClosed = state === "done" || state === "canceled";
  return (
    <li className={styles.card} id={`request-${reference}`}>
      <h3 translate="no" dir="auto">
        {title}
      </h3>
      <p className="lead">{shown}</p>
      {wish !== "" && state !== "booked" && !isClosed && (
        <p>{of ? `Wanted: ${wish}.` : `You want it ${wish}.`}</p>
      )}
      {lookedAt !== "" && <p>We look at it {lookedAt}.</p>}
      <p>
        {of ? "Reference" : "Your reference"}:{" "}
        <b className="exact" translate="no">
          {reference}
        </b>
      </p>
      <form method="post" action={action}>
        {hidden}
        <ButtonRow>
          {state === "proposed" && (
            <>
              <Button type="submit" name={askExtras.act} value="accept">
                Yes, book it
              </Button>
              <Button type="submit" name={askExtras.act} value="decline" look="ghost">
                Suggest another time
              </Button>
            </>
          )}
          {request.asksHowItWas && mayRate && (
            <>
              <Button type="submit" name={askExtras.act} value="good">
                It was good
              </Button>
              <Button type="submit" name={askExtras.act} value="not-good" look="ghost">
                Not good
              </Button>
            </>
          )}
          {mayCancel && (
            <Button type="submit" name={askExtras.act} value="cancel" look="ghost">
              Cancel this request
            </Button>
          )}
        </ButtonRow>
      </form>
      {!isClosed && (
        <details>
          <summary>Ask to change it</summary>
          <form method="post" action={action} className={fieldStyles.field}>
            {hidden}
            <label htmlFor={messageId}>What should be different?</label>
            <textarea id={messageId} name="message" rows={3} dir="auto" />
            <Button type="submit" name={askExtras.act} value="message">
              Send to us
            </Button>
          </form>
        </details>
      )}
    </li>
  );
}
