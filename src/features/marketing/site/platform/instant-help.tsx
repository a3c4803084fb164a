import { brand } from "../../../../brand.ts";
import { isInAStore } from "../../../../platform/contract/app-stores.ts";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { roof } from "../../../../platform/site/pictures/roof.ts";
import { bulb, groceries, ride } from "../../../../platform/site/pictures/rooms.ts";
import { cat, wayApp, wayCall, wayText } from "../../../../platform/site/pictures/small.ts";
import { kitchenWide } from "../../../../platform/site/pictures/tracks.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Plan, Roof, Room } from "../../../../platform/site/ui/plan.tsx";
import { Section, SectionHead } from "../../../../platform/site/ui/section.tsx";
import { RideScreen } from "../screens/ride.tsx";
import styles from "./instant-help.module.css";

const ways = [
  {
    picture: wayApp,
    title: "In the app",
    text: `${isInAStore(brand.apps.main) ? "" : "Coming soon. "}Tap ride, delivery, task or care. See who is coming before they come.`,
  },
  {
    picture: wayCall,
    title: "By phone call",
    text: "Say what you need. You do not need an app.",
  },
  {
    picture: wayText,
    title: "By text",
    text: "Write it the way you would say it. “I need a ride to the eye clinic at 2.”",
  },
] as const;

export function InstantHelp({ id }: { readonly id: string }) {
  return (
    <Section id={id}>
      <div className={styles.ask}>
        <div className={styles.words}>
          <SectionHead
            title="Instant help: how it works."
            lead="Ask once, by app, phone call or text. A vetted provider or caregiver near you says yes. Help comes when you need it: today, or next Tuesday at 2."
          />
          <ul className={styles.ways}>
            {ways.map(({ picture, title, text }) => (
              <li key={title}>
                <Picture file={picture} alt="" />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <div className={styles.call}>
            <PhoneLinks />
          </div>
        </div>
        <div className={styles.device}>
          <RideScreen />
        </div>
      </div>
      <div className={styles.day}>
        <Plan
          layout="day"
          roof={
            <Roof picture={<Picture file={roof} alt="" />}>
              <Picture file={cat} alt="" className={styles.cat} />
            </Roof>
          }
        >
          <Room
            surface="sage"
            picture={<Picture file={kitchenWide} alt="" fill />}
            title="A caregiver for the afternoon"
            big
          >
            {`Amara comes at 3:30, and she and Rosa make bean soup. With ${brand.carePlus} you meet a caregiver by video first. Then you choose.`}
          </Room>
          <Room
            surface="marigold"
            picture={<Picture file={groceries} alt="" fill />}
            title="Groceries brought to the door"
          >
            Luz shops from your list and rings the bell.
          </Room>
          <Room
            surface="blue"
            picture={<Picture file={bulb} alt="" fill />}
            title="A light bulb changed before dark"
          >
            Sam brings the ladder, so Walter can stay off it.
          </Room>
          <Room
            surface="marigold2"
            pictureSurface="marigold"
            picture={<Picture file={ride} alt="" fill />}
            title="A ride, there and back"
          >
            Nadia waits at the curb and helps with the door.
          </Room>
        </Plan>
      </div>
    </Section>
  );
}
