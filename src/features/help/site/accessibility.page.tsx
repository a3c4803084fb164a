import { brand } from "../../../brand.ts";
import { formatDate } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink, ExternalLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { community } from "../../../platform/site/pictures/rooms.ts";
import { Island } from "../../../platform/site/runtime/island.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { articlePath, largePrint } from "../contract/articles.ts";
import styles from "./accessibility.module.css";
import lastRun from "./accessibility-run.json";
import BarrierForm from "./barrier-form.island.tsx";

/** Each is checked by the tests on accessibility, keyboards, zoom, and browsers without scripts. */
const works = [
  "Text grows to 400% without scrolling sideways",
  "Everything works with a keyboard, and you see where you are",
  "Buttons and links are at least 48 pixels high",
  "There is no time limit while you type, and what you type is kept",
  "Nothing blinks. Motion stops if your device asks for it, or if you switch it off here",
  "Mistakes in a form are named in words, beside the field and at the top",
  "Pages and forms work without JavaScript",
  "High contrast colors of your device are kept",
];

const gaps = [
  {
    what: "Tests by people",
    text: "Our tests are programs in one browser. They can’t find every problem. We have not yet had a review from outside, or by people who use a screen reader.",
  },
  {
    what: "Some settings of your account",
    text: "Without JavaScript you can’t download your data or delete your account there. Use our form, or call us.",
  },
  {
    what: "Pages of other companies",
    text: "Our card payment provider, the calendar for demos and the app stores have pages of their own. We can’t change them. Call us, and we do it with you.",
  },
];

const otherWays = [
  { what: "Ask for help, change it, cancel it", how: "By phone, by text, or on this website." },
  { what: "Prices and bills", how: "By phone, on this website, or as a file in large print." },
  { what: "Your account and your data", how: "By phone, after we checked who is calling." },
  { what: "Apply to work", how: "On this website, with or without JavaScript. Stuck? Call us." },
];

/** What can be expected of this site, how that was tested, and whom to tell about a barrier. */
export default function AccessibilityPage() {
  return (
    <>
      <PageMeta
        path={paths.accessibility}
        title="Accessibility"
        description={`How ${brand.name} works with weak eyes, shaky hands, a screen reader or a keyboard, what does not work yet, and how to tell us.`}
        picture="accessibility"
      />
      <section className={styles.head}>
        <div className="wrap">
          <div className={styles.words}>
            <h1>Accessibility</h1>
            <p className="lead">
              {brand.name} is made to be used with weak eyes, shaky hands, a screen reader or a
              keyboard.
            </p>
          </div>
          <div className={styles.window}>
            <Picture file={community} alt="" fill eager />
          </div>
        </div>
      </section>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.statement}>
          <Aim />
          <section>
            <h2>What does not work yet</h2>
            <dl className={styles.rows}>
              {gaps.map(({ what, text }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section>
            <h2>Make it easier for you</h2>
            <p>
              Press <b>Reading</b> at the top of any page. There you choose the text size, more
              contrast, and less motion.
            </p>
            <ButtonRow>
              <AppLink to={articlePath("larger-text")} className={buttonClass("ghost")}>
                How to make the text bigger
              </AppLink>
            </ButtonRow>
          </section>
          <section>
            <h2>Other ways to get every service</h2>
            <dl className={styles.rows}>
              {otherWays.map(({ what, how }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </section>
          <LargePrint />
          <Tested />
          <section id="tell-us" tabIndex={-1}>
            <h2>Tell us what stops you</h2>
            <p>
              We answer within two business days. If our answer does not help, you can write to this
              office:
            </p>
            <p className={styles.office}>
              <ExternalLink href="https://www.ada.gov/file-a-complaint/">
                U.S. Department of Justice, Civil Rights Division
              </ExternalLink>
            </p>
            <Island name="help/site/barrier-form">
              <BarrierForm />
            </Island>
          </section>
        </div>
        <aside className={styles.beside}>
          <section aria-labelledby="now">
            <h2 id="now">Need help right now?</h2>
            <p>We can order, change or cancel for you on the phone.</p>
            <PhoneLinks />
          </section>
        </aside>
      </div>
    </>
  );
}

function Aim() {
  return (
    <>
      <section>
        <h2>What we aim for</h2>
        <p>
          This website follows the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA.
          In four points we go further, to level AAA: contrast of 7 to 1, large targets, motion that
          you can switch off, and plain words on help and account pages.
        </p>
      </section>
      <section>
        <h2>What works</h2>
        <ul className={styles.ticks}>
          {works.map((text) => (
            <li key={text}>
              <Icon name="check" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function LargePrint() {
  return (
    <section>
      <h2>In large print</h2>
      <p>Files to read or to print, in very large letters. Do you need them on paper? Call us.</p>
      <ul className={styles.files}>
        <li>
          <a href={largePrint.prices.path}>Prices and bills (PDF)</a>
        </li>
        <li>
          <a href={largePrint.guide.path}>How to ask for help (PDF)</a>
        </li>
      </ul>
    </section>
  );
}

/** Filled from the last run of the accessibility tests: scripts/test.ts writes it. */
function Tested() {
  const { date, axe, pages, failed } = lastRun;
  return (
    <section>
      <h2>How we test</h2>
      <p>
        The last test was on <time dateTime={date}>{formatDate(date)}</time>. It opened {pages}{" "}
        pages in Chromium, as on a phone and as on a computer. On each it used axe {axe} with its
        rules for levels A, AA and AAA, and rules of our own.{" "}
        {failed === 0 ? "All pages passed." : `${failed} pages did not pass.`} Other tests use only
        a keyboard, no JavaScript, or the device’s own colors.
      </p>
    </section>
  );
}
