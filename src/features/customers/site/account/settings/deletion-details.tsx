import { Disclosure } from "../disclosure.tsx";
import styles from "./dialogs.module.css";
import { useSettings } from "./settings-context.ts";

export function DeletionDetails() {
  const { emailVerified } = useSettings().settings;
  return (
    <div className={styles.deletion}>
      <p>
        Your profile, your requests and your login are deleted right away. This cannot be undone.
      </p>
      <Disclosure title="What we delete, and what we keep">
        <h3>What we delete</h3>
        <ul>
          <li>Your profile, your picture and your requests with their receipts</li>
          <li>Everything that logs you in, on every device</li>
          {emailVerified && <li>Your newsletter, and the messages that you sent us with forms</li>}
        </ul>
        <h3>What we keep</h3>
        <ul>
          <li>A note that this support ID was deleted, and when</li>
          <li>A request to delete data that you sent us, as proof</li>
          {!emailVerified && (
            <li>
              Messages that you sent us with forms, and the newsletter: you did not confirm that the
              email is yours
            </li>
          )}
          <li>An application for work that you sent us. Ask us, and we delete it</li>
          <li>What you typed at our card payment provider. Ask us, and we help you remove it</li>
          <li>
            If you bought a plan in an app store, cancel it there too. It costs nothing to cancel
          </li>
        </ul>
      </Disclosure>
    </div>
  );
}
