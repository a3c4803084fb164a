import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ExternalLink } from "../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../platform/site/page/email-address.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import styles from "./press.module.css";

export default function PressPage() {
  return (
    <section className={styles.press}>
      <PageMeta
        path={paths.press}
        title="Press"
        description={`News about ${brand.name}, the press kit with logo and facts, and the press contact.`}
        picture="press"
      />
      <div className="wrap">
        <h1>Press</h1>
        <p className="lead">
          What others write about {brand.name}, and what you need to write your own story.
        </p>
        <h2>In the news</h2>
        <p className="small">Articles open in a new tab.</p>
        <ul className={styles.news}>
          {brand.articles.map(({ title, source, url }) => (
            <li key={url}>
              <p className={styles.source}>{source}</p>
              <h3>
                <ExternalLink href={url}>{title}</ExternalLink>
              </h3>
            </li>
          ))}
        </ul>
        <div className={styles.slabs}>
          <div className={styles.kit}>
            <h2>Press kit</h2>
            <p>Logo, a picture of the house, and a sheet of facts and prices, in one zip file.</p>
            <a href={paths.pressKit} download>
              <Icon name="download" />
              Download the press kit
            </a>
          </div>
          <div className={styles.contact}>
            <h2>Press contact</h2>
            <p>Write to us for interviews, figures and pictures.</p>
            <a href={`mailto:${brand.email.press}`}>
              <Icon name="mail" />
              <span>
                <EmailAddress>{brand.email.press}</EmailAddress>
              </span>
            </a>
            <PhoneLinks />
          </div>
        </div>
      </div>
    </section>
  );
}
