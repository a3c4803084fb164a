import { useEffect, useRef } from "react";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import type { RequestResponse } from "../../../contract/profile.ts";
import { changeAnchor } from "../requests.ts";
import styles from "./request.module.css";

/** How to ask for the time of a request in progress, change it or cancel it: staff do that. */
export function ChangeRequest({ request }: { request: RequestResponse }) {
  const { assignedTo, reference } = request;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The page was still empty when the browser looked for the hash target.
    if (location.hash === `#${changeAnchor}`) heading.current?.focus();
  }, []);
  return (
    <section id={changeAnchor} className={styles.change} aria-labelledby={`${changeAnchor}-title`}>
      <h2 id={`${changeAnchor}-title`} ref={heading} tabIndex={-1}>
        Ask, change or cancel
      </h2>
      <p>
        To ask when {assignedTo ? <span translate="no">{assignedTo}</span> : "someone"} is coming,
        change the time or cancel, call or text us with this reference:{" "}
        <b className="exact" translate="no">
          {reference}
        </b>
        .
      </p>
      <PhoneLinks />
    </section>
  );
}
