import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ExternalLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { storeyMap, storeyTeam, storeyWorkshop } from "../../../platform/site/pictures/rooms.ts";
import { investorStreet, investorStreetTall } from "../../../platform/site/pictures/scenes.ts";
import { Island } from "../../../platform/site/runtime/island.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import styles from "./investors.module.css";
import InvestorForm from "./pages/investor-form.island.tsx";

const benefits = [
  {
    title: "Fuel Innovation",
    text: "Your money builds what older adults ask for next, in all three apps.",
    picture: storeyWorkshop,
    surface: styles.workshop,
  },
  {
    title: "Expand Our Reach",
    text: "More towns, more homes, more people who can live where they want to live.",
    picture: storeyMap,
    surface: styles.map,
  },
  {
    title: "Grow Our Team",
    text: "More people on the phone, in design and in the code.",
    picture: storeyTeam,
    surface: styles.team,
  },
];

export default function InvestorsPage() {
  return (
    <>
      <PageMeta
        path={paths.investors}
        title="Investors"
        description={`Help ${brand.name} reach more homes. See what your money does, book a demo, or tell us what you have in mind.`}
        picture="investors"
      />
      <section className={`${styles.hero} on-dark`}>
        <div className="wrap">
          <h1>Help more people stay home.</h1>
          <p className="lead">
            Older adults want to live where they have always lived. We build the apps, the phone
            line and the network that make it work. Join us.
          </p>
          <ButtonRow>
            <a className={buttonClass("marigold")} href="#invest">
              Become an Investor
            </a>
            <ExternalLink className={buttonClass("ghostPaper")} href={brand.bookingUrl}>
              Schedule a Demo
            </ExternalLink>
          </ButtonRow>
          <p className="small">The demo calendar opens in a new tab.</p>
        </div>
        <Picture
          file={investorStreet}
          narrow={investorStreetTall}
          narrowMedia="(--below-tablet)"
          alt=""
          band
          eager
        />
      </section>
      <section className={styles.benefits} aria-labelledby="benefits">
        <div className="wrap">
          <h2 id="benefits">What your investment does.</h2>
          <ul className={styles.tower}>
            {benefits.map(({ title, text, picture, surface }) => (
              <li key={title} className={surface}>
                <div className={styles.room}>
                  <Picture file={picture} alt="" fill />
                </div>
                <div className={styles.words}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className={styles.form} id="invest" tabIndex={-1} aria-labelledby="invest-heading">
        <div className="wrap">
          <div>
            <h2 id="invest-heading">Become an Investor</h2>
            <p className="lead">
              Tell us what you have in mind. This form is not an offer or a promise.
            </p>
            <PhoneLinks />
          </div>
          <Island name="marketing/site/pages/investor-form">
            <InvestorForm />
          </Island>
        </div>
      </section>
    </>
  );
}
