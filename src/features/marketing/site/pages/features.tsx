import { brand } from "../../../../brand.ts";
import {
  callFirst,
  collaboration,
  health,
  hubPapers,
  nightDesk,
  privacy,
} from "../../../../platform/site/pictures/rooms.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Plan, Room } from "../../../../platform/site/ui/plan.tsx";
import styles from "./features.module.css";

const { memberLine } = brand;

export function Features() {
  return (
    <>
      <div className={styles.head}>
        <h2>What {brand.carePlus} includes: six features.</h2>
        <p className="lead">Everything in {brand.name}, and these six. Use one, or use them all.</p>
      </div>
      <Plan layout="six">
        <Room
          big
          surface="marigold"
          title="On-demand caregivers"
          picture={
            <Picture
              fill
              file={callFirst}
              alt="A caregiver waves on a tablet. The older woman who called her is in the corner."
            />
          }
        >
          Have a video call before you hire. Ask what you like, then choose the caregiver you like
          best.
        </Room>
        <Room
          big
          surface="sage2"
          pictureSurface="night"
          title="24/7 support"
          picture={
            <Picture
              fill
              file={nightDesk}
              alt="A helper with a headset at a desk. It is night, and the clock says ten past three."
            />
          }
        >
          {memberLine ? (
            <>
              Members call{" "}
              <a href={`tel:${memberLine.e164}`} className={styles.memberLine}>
                {memberLine.shown}
              </a>{" "}
              day or night, every day.
            </>
          ) : (
            "Support for members is part of the plan. Ask us how it works."
          )}
        </Room>
        <Room
          surface="rose"
          title="Collaboration hub"
          picture={
            <Picture fill file={collaboration} alt="Four people of a family on one screen." />
          }
        >
          Family and caregivers plan in one place.
        </Room>
        <Room
          surface="marigold2"
          title="Complete privacy control"
          picture={<Picture fill file={privacy} alt="The dial of a safe." />}
        >
          You decide who sees what. Change it any time.
        </Room>
        <Room
          surface="blue2"
          pictureSurface="sage"
          title="Effortless information share"
          picture={<Picture fill file={hubPapers} alt="A drawer stands open, papers in folders." />}
        >
          Send a letter or a list to the right person.
        </Room>
        <Room
          surface="sage"
          title="Health and support"
          picture={
            <Picture fill file={health} alt="A caregiver and an older woman cook together." />
          }
        >
          Meals, medicine and mood, kept on one page.
        </Room>
      </Plan>
    </>
  );
}
