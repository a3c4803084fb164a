import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import type { CustomerDetail } from "../../contract/customers.ts";
import { mergeEndpoints } from "../../contract/merges.ts";
import styles from "./customer-account.module.css";

interface MergedAccountsProps {
  readonly customer: Pick<CustomerDetail, "merged">;
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** The accounts that were merged into the customer's, each of which may still be undone. */
export function MergedAccounts({ customer: { merged }, onChanged }: MergedAccountsProps) {
  return merged.map(({ id, email, supportId, mergedBy, mergedAt, undoUntil }) => (
    <div key={id} className={styles.removal}>
      <p>
        The account {supportId} {email !== "" && <bdi>({email})</bdi>} was merged into this one by{" "}
        <bdi>{mergedBy}</bdi> on {formatDay(mergedAt)}.
        {undoUntil !== null && ` It can be undone until ${formatDay(undoUntil)}.`}
      </p>
      {undoUntil !== null && (
        <Actions>
          <AskButton
            label="Undo the merge…"
            of={`with ${supportId}`}
            look="ghost"
            confirmLabel="Undo the merge"
            heading="Undo the merge?"
            text={`The account ${supportId} is made again, with its own login and everything that moved. What was added since stays here. Both addresses get an email.`}
            send={() => deskRequest(withId(mergeEndpoints.undo, id))}
            onDone={() => void onChanged("The merge is undone.")}
          />
        </Actions>
      )}
    </div>
  ));
}
