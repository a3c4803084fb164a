import { amara, maria, rosa } from "../../../../platform/site/pictures/people.ts";
import { twoHomesStrip, twoHomesTall } from "../../../../platform/site/pictures/scenes.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Section, SectionHead } from "../../../../platform/site/ui/section.tsx";
import { HubScreen } from "../screens/hub.tsx";
import styles from "./hub.module.css";

export function Hub() {
  return (
    <Section
      surface="rose"
      id="hub"
      foot={
        <Picture
          file={twoHomesStrip}
          narrow={twoHomesTall}
          narrowMedia="(--below-tablet)"
          alt="A line of light runs from the house of Rosa and Walter to their daughter’s apartment in a far-off city."
          className={styles.far}
        />
      }
    >
      <div className={styles.columns}>
        <div className={styles.words}>
          <SectionHead
            title="The Hub: one place for your family."
            lead="Shared tasks, appointments and updates keep everyone on the same page. A locked vault holds documents and passwords. And you decide who sees what."
          />
          <div className={styles.table}>
            <WhoSeesWhat />
          </div>
        </div>
        <div className={styles.device}>
          <HubScreen />
        </div>
      </div>
    </Section>
  );
}

const people = [
  { name: "Rosa", role: " (you)", picture: rosa },
  { name: "Maria", role: ", daughter", picture: maria },
  { name: "Amara", role: ", caregiver", picture: amara },
] as const;

/** For each kind of document: whether Rosa, Maria and Amara can see it. */
const rows: readonly { readonly what: string; readonly seen: readonly boolean[] }[] = [
  { what: "Calendar", seen: [true, true, true] },
  { what: "Medicine list", seen: [true, true, true] },
  { what: "House papers", seen: [true, true, false] },
  { what: "Passwords", seen: [true, false, false] },
];

function WhoSeesWhat() {
  return (
    <table className={styles.who}>
      <caption className="sr">Who can see what in Rosa’s Hub. Rosa chooses.</caption>
      <thead>
        <tr>
          <th scope="col">Rosa chooses</th>
          {people.map(({ name, role, picture }) => (
            <th key={name} scope="col">
              <Picture file={picture} alt="" />
              {name}
              <span className={styles.role}>{role}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, seen }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {people.map(({ name }, index) => (
              <td key={name}>
                <Seen yes={seen[index] === true} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Seen({ yes }: { readonly yes: boolean }) {
  return (
    <>
      <span className={yes ? styles.yes : styles.no}>
        <Icon name={yes ? "check" : "dash"} />
      </span>
      <span className="sr">{yes ? "Can see" : "Cannot see"}</span>
    </>
  );
}
