import {
  hubAudio,
  hubMessages,
  hubPapers,
  hubVideo,
} from "../../../../platform/site/pictures/rooms.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Plan, Room } from "../../../../platform/site/ui/plan.tsx";
import { Ledger } from "../../../../platform/site/ui/ruled-list.tsx";
import { Section, TwoColumns } from "../../../../platform/site/ui/section.tsx";
import styles from "./hub-section.module.css";

const contents = [
  { term: "Shared tasks", text: "One list for all. You see what is open, and who does it." },
  {
    term: "Appointments",
    text: "The eye clinic, the dentist, your visit. All of you see the same dates.",
  },
  { term: "Updates", text: "News of the day, in one place for the family and the caregivers." },
  { term: "The vault", text: "A secure place for documents and passwords." },
] as const;

export function HubSection() {
  return (
    <Section surface="paper2" id="hub">
      <TwoColumns align="end">
        <h2>Unified hub: messages, calls and papers in one place.</h2>
        <p className="lead">
          The Hub keeps messages, calls and papers in one place. The older adult decides who sees
          what.
        </p>
      </TwoColumns>
      <div className={styles.rooms}>
        <Plan layout="four" className={styles.plan}>
          <Room
            surface="rose"
            big
            title="Messaging"
            picture={<Picture file={hubMessages} alt="Rosa reads her messages and laughs." fill />}
          >
            One thread for the family. One with the caregiver.
          </Room>
          <Room
            surface="marigold2"
            title="Audio calls"
            picture={<Picture file={hubAudio} alt="Walter talks with Maria on the phone." fill />}
          >
            One button to call. It rings like a phone.
          </Room>
          <Room
            surface="sage"
            title="Document sharing"
            picture={<Picture file={hubPapers} alt="An open drawer full of papers." fill />}
          >
            Share a doctor’s letter. Lock away the deed.
          </Room>
          <Room
            surface="rose2"
            big
            title="Video calls"
            picture={
              <Picture
                file={hubVideo}
                alt="Walter waves at his family on a tablet. The cat sits beside it."
                className={styles.video}
              />
            }
          >
            Sunday dinner with three generations. Walter waves every time.
          </Room>
        </Plan>
      </div>
      <div className={styles.contents}>
        <TwoColumns ratio="5-7" align="start">
          <div>
            <h3>What else is in The Hub</h3>
            <p>
              The older adult controls who sees what, for each family member and each caregiver.
              That holds for these four, too.
            </p>
          </div>
          <Ledger items={contents} />
        </TwoColumns>
      </div>
    </Section>
  );
}
