import { roomYou } from "../../../../platform/site/pictures/rooms.ts";
import { roomProvider } from "../../../../platform/site/pictures/tracks.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Plan, Room } from "../../../../platform/site/ui/plan.tsx";
import { Section, TwoColumns } from "../../../../platform/site/ui/section.tsx";
import styles from "./delegation.module.css";

export function Delegation() {
  return (
    <Section id="errands">
      <TwoColumns align="end">
        <h2>Delegate non-care tasks to providers.</h2>
        <p className="lead">
          Send the errand. Stay with your client. Let a provider do the errands and transport: the
          shopping, the ride and the trip to the pharmacy.
        </p>
      </TwoColumns>
      <div className={styles.cross}>
        <Plan layout="duo" className={styles.plan}>
          <Room
            surface="sage"
            big
            title="You stay with Rosa"
            picture={
              <Picture
                file={roomYou}
                alt="Amara and Rosa look at a photo album at the kitchen table."
                fill
              />
            }
          >
            <p>You send the errand from your phone. Rosa gets to the end of her story.</p>
            <p className={styles.slip}>
              <span className={styles.task}>
                <b>Pick up medicine</b> For Rosa, before 5:00
              </span>
              <span className={styles.go}>
                <Icon name="arrow" />
              </span>
            </p>
          </Room>
          <Room
            surface="blue"
            big
            title="A provider runs the errand"
            picture={
              <Picture
                file={roomProvider}
                alt="Luz stands at the pharmacy counter with a paper bag."
                fill
              />
            }
          >
            Luz is vetted. She picks it up and rings the bell.
          </Room>
        </Plan>
      </div>
    </Section>
  );
}
