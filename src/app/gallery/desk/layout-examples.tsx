import { Button } from "../../../platform/desk/ui/button.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import { Actions, Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import segments from "../../../platform/desk/ui/segments.module.css";
import { deskHome, inState, type Part } from "../part.ts";
import styles from "./desk-gallery.module.css";
import { longLine } from "./sample-texts.ts";

function Segments({ label, items }: { label: string; items: readonly string[] }) {
  return (
    <nav aria-label={label} className={segments.segments}>
      {items.map((item, index) => (
        <a key={item} href={deskHome} aria-current={index === 1 ? "true" : undefined}>
          {item}
        </a>
      ))}
    </nav>
  );
}

/** Panels and what divides them, of src/platform/desk/ui. */
export const layoutParts: readonly Part[] = [
  {
    name: "Panel",
    states: [
      inState(
        "Beside each other",
        <div className={styles.bar}>
          <Panels className={styles.columns}>
            <Panel labelledBy="first-panel">
              <h3 id="first-panel">A landmark</h3>
              <p>It is named by its heading.</p>
              <Actions>
                <Button>Save</Button>
                <Button look="ghost">Cancel</Button>
              </Actions>
            </Panel>
            <Panel>
              <h3>Long text</h3>
              <p>{longLine}</p>
            </Panel>
          </Panels>
        </div>,
        { place: "full" },
      ),
      inState(
        "One column, the second panel empty",
        <div className={styles.bar}>
          <Panels>
            <Panel>One task of the page.</Panel>
            <Panel>{null}</Panel>
          </Panels>
        </div>,
        { place: "full" },
      ),
    ],
  },
  {
    name: "Actions",
    states: [
      inState(
        "Two buttons",
        <Actions>
          <Button>Save</Button>
          <Button look="quiet">Cancel</Button>
        </Actions>,
      ),
      inState(
        "More than fit on a line",
        <Actions>
          <Button>Save and close</Button>
          <Button look="ghost">Save</Button>
          <Button look="danger">Delete</Button>
          <Button look="quiet">Cancel</Button>
        </Actions>,
      ),
    ],
  },
  {
    name: "Disclosure",
    states: [
      inState(
        "Closed",
        <Disclosure label="Earlier messages">
          <p>{longLine}</p>
        </Disclosure>,
      ),
      inState(
        "Open",
        <Disclosure label="Earlier messages">
          <p>{longLine}</p>
        </Disclosure>,
        { press: "summary" },
      ),
      inState(
        "Long text",
        <Disclosure label={longLine}>
          <p>{longLine}</p>
        </Disclosure>,
      ),
    ],
  },
  {
    name: "Segments",
    states: [
      inState("Two", <Segments label="Two" items={["All", "Failed only"]} />),
      inState("Three", <Segments label="Three" items={["7 days", "30 days", "90 days"]} />),
      inState(
        "Long text",
        <Segments label="Long" items={["All", longLine, "Those that came back", "Spam"]} />,
      ),
    ],
  },
];
