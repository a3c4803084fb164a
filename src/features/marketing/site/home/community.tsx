import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { community } from "../../../../platform/site/pictures/rooms.ts";
import { Accordion } from "../../../../platform/site/ui/accordion.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { SectionHead, Split } from "../../../../platform/site/ui/section.tsx";
import styles from "./community.module.css";

/** Section on company: the community, brain games, family, and what Care+ adds. */
export function Community() {
  const { monthlyCents, annualCents } = facts.carePlus;
  return (
    <Split
      id="community"
      pictureSurface="marigold2"
      picture={
        <Picture
          file={community}
          alt="Two friends at a table finish a word game. The tiles spell home."
          fill
        />
      }
    >
      <SectionHead title="Community: good company, any day." />
      <Accordion
        items={[
          {
            title: "Talk with people like you",
            body: "The app has its own social community. Say hello, swap a recipe or ask how others do it. Stay as long as you like.",
          },
          {
            title: "Play a brain game",
            body: "Brain games come with the app. They are fun, and they give your mind some exercise. Play one with your morning coffee.",
          },
          {
            title: "Keep family close",
            body: "Write, call or start a video call in the Hub. Share a paper when someone needs it. Your family sees what you choose to share.",
          },
          {
            title: `Go further with ${brand.carePlus}`,
            body: (
              <>
                <p>
                  {brand.carePlus} is a paid plan. It adds 24/7 support and caregivers on demand.
                  You meet them by video call before you hire. It costs {formatPrice(monthlyCents)}{" "}
                  a month or {formatPrice(annualCents)} a year. Cancel anytime. There are no hidden
                  fees.
                </p>
                <p>
                  <AppLink to={paths.carePlus} className={styles.more}>
                    See what {brand.carePlus} adds
                  </AppLink>
                </p>
              </>
            ),
          },
        ]}
      />
    </Split>
  );
}
