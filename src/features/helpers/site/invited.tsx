import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { authPath } from "../../customers/contract/auth.ts";
import { helpParts, partWords } from "../contract/helpers.ts";
import { helpingExtras } from "../contract/invite-form.ts";
import type { ShownInvited } from "../contract/states.ts";
import styles from "./helpers.module.css";

interface InvitedProps {
  readonly invitation: ShownInvited;
  readonly isSignedIn: boolean;
}

/** What the person asks for. Opening it changes nothing. */
export function Invited({ invitation, isSignedIn }: InvitedProps) {
  const { firstName, parts, until, obstacle, secret, path } = invitation;
  return (
    <>
      <h1>
        <bdi translate="no">{firstName}</bdi> asks you to help
      </h1>
      <section className={styles.box} aria-labelledby="could">
        <h2 id="could">What you could do</h2>
        <ul>
          {helpParts
            .filter((part) => parts[part])
            .map((part) => (
              <li key={part}>{partWords[part].helper}</li>
            ))}
        </ul>
        <p>
          {firstName} sees what you do, and can change this or end it at any time. So can you. It
          ends by itself after a year, unless {firstName} renews it.
        </p>
        <p>Please answer by {until}.</p>
        {obstacle !== "" && <p className={styles.failure}>{obstacle}</p>}
        {isSignedIn ? (
          <form method="post" action={paths.helping}>
            <input type="hidden" name={helpingExtras.code} value={secret} />
            <ButtonRow>
              {obstacle === "" && (
                <Button type="submit" name={helpingExtras.act} value="accept">
                  Yes, I help {firstName}
                </Button>
              )}
              <Button type="submit" name={helpingExtras.act} value="decline" look="ghost">
                No, thank you
              </Button>
            </ButtonRow>
          </form>
        ) : (
          <>
            <p>You use an account of your own for it. Nothing is shared before you say yes.</p>
            <ButtonRow>
              <AppLink to={authPath(paths.login, path)} className={buttonClass()}>
                Log in to answer
              </AppLink>
              <AppLink to={authPath(paths.createAccount, path)} className={buttonClass("ghost")}>
                Create an account
              </AppLink>
            </ButtonRow>
          </>
        )}
      </section>
    </>
  );
}
