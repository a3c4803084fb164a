/**
 * What the audit log says after each act, written by hand from docs/desk.md ("Audit log": opened
 * records, changes with old and new value, exports, downloads, denied access), independently of the
 * code: kind, who, and what.
 */
export const audited: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  "two coworkers open a message, each twice": [
    ["opened", "Imani Bell", "Opened a record"],
    ["opened", "Paul Eriksen", "Opened a record"],
  ],
  "an agent changes a status": [
    ["change", "Imani Bell", "Status: In progress to Waiting for reply"],
  ],
  "an agent adds a tag": [["change", "Imani Bell", "Tag added: billing"]],
  "an agent writes a note": [["change", "Imani Bell", "Added a note"]],
  "an agent writes a note on a customer": [
    ["change", "Imani Bell", "Added a note about the customer"],
  ],
  "an agent keeps a message apart": [
    ["change", "Imani Bell", "Split into its own conversation: someone else sent it"],
  ],
  "an agent downloads an email": [["export", "Imani Bell", "Downloaded an email"]],
  "an agent treats an automatic email as a message": [
    ["change", "Imani Bell", "Treated an automatic email as a message"],
  ],
  "an agent exports the inbox": [["export", "Lena Sato", "Exported cases as CSV"]],
  "an agent asks for the list of deletion cases": [
    ["refused", "Imani Bell", "Refused: Deletion cases"],
  ],
  "an agent undoes a change": [
    ["change", "Imani Bell", "Status: In progress to Done"],
    ["change", "Imani Bell", "Undone: Status: In progress to Done"],
  ],
  "a case is opened and taken": [
    ["opened", "Gil Moss", "Opened a request about data"],
    ["change", "Gil Moss", "Took it"],
  ],
  "a deadline is extended": [["change", "Gil Moss", "Extended by 45 days"]],
  "a link is sent again": [["change", "Gil Moss", "Sent the link of the identity check"]],
  "a letter is written": [["change", "Gil Moss", "Wrote a letter"]],
  "a request is denied": [["change", "Gil Moss", "Denied a request about data"]],
  "an address is suppressed": [["change", "Nell Park", "Suppressed an address"]],
  "an address is removed": [["change", "Nell Park", "Unsubscribed an address"]],
  "the retention changes": [["change", "Ada Olsen", "Retention of Contact: never to 12 months"]],
};
