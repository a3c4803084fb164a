import { brand } from "../../../brand.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { siteEndpoints } from "../../../platform/contract/site.ts";
import { EmailAddress } from "../../../platform/site/page/email-address.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { Island } from "../../../platform/site/runtime/island.tsx";
import styles from "./api-docs.module.css";
import TryCall from "./try-call.island.tsx";

/**
 * How to use the API. The build fills in the endpoints from the OpenAPI document, since web may not
 * import the server.
 */
export default function ApiDocs() {
  return (
    <>
      <PageMeta
        path={paths.apiDocs}
        title="API for developers"
        description={`Every endpoint of the ${brand.name} API: what it takes, what it returns, and an example.`}
        noIndex
      />
      <article className={`wrap ${styles.page}`}>
        <h1 className={styles.title}>API for developers</h1>
        <p className="lead">
          Every endpoint of the {brand.name} API: what it takes, what it returns, and an example to
          try.
        </p>
        <ul className={styles.facts}>
          <li>
            Bodies are JSON in UTF-8. For tools there is an{" "}
            <a href={pathOf(siteEndpoints.document)}>OpenAPI 3.1 document</a>, which also has each
            error’s message and the values of long lists.
          </li>
          <li>
            <b>Logging in:</b> endpoints marked “Needs a session” read the session’s cookie, which
            the login endpoint sets. Keep it with <code>curl --cookie-jar session.txt</code>.
            Requests that change something must also come from this site: send{" "}
            <code>Sec-Fetch-Site: same-origin</code>.
          </li>
          <li>
            <b>Programs</b> read and change records with a token, which an admin makes at the staff
            desk. Send it as <code>Authorization: Bearer …</code>, never in an address. Webhooks are
            signed after the <a href="https://www.standardwebhooks.com">Standard Webhooks</a>{" "}
            specification: verify each with the secret that the desk showed once.
          </li>
          <li>
            <b>Errors</b> have a code for programs and a message for people. “invalid” also has a
            message for each field. After 429 and 503, wait for the seconds in{" "}
            <code>Retry-After</code>. Programs may get 400, 401, 403, 413, 415 and 429 from every
            endpoint.
          </li>
          <li>
            <b>Questions:</b> write to <EmailAddress>{brand.email.support}</EmailAddress>.
          </li>
        </ul>
        <div className={styles.endpoints}>
          <details>
            <summary>
              <h2>Try a call</h2>
            </summary>
            <Island name="integrations/site/try-call">
              <TryCall />
            </Island>
          </details>
          <div data-endpoints="yes" />
        </div>
      </article>
    </>
  );
}
