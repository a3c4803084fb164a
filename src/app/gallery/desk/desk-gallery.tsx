import "../../desk/desk.css";
import { linkClass } from "../../../platform/desk/ui/form-controls.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import { useLocation } from "../../../platform/site/runtime/router-context.tsx";
import { deskHome, isAlone, type Part, pathOf, type State } from "../part.ts";
import { Stage } from "../stage.tsx";
import styles from "./desk-gallery.module.css";
import { deskAddressOf, deskParts } from "./desk-parts.ts";

export function DeskGallery() {
  const { pathname } = useLocation();
  return (
    <>
      <header className={styles.header}>
        <a href={deskHome} className={linkClass}>
          All parts
        </a>
        <a href="/" className={linkClass}>
          Site
        </a>
      </header>
      <main key={pathname} data-path={pathname}>
        <Content path={pathname} />
      </main>
    </>
  );
}

function Content({ path }: { path: string }) {
  for (const part of deskParts) {
    const state = part.states.find((it) => isAlone(it) && path === deskAddressOf(part, it));
    if (state) return <StatePage part={part} state={state} />;
  }
  return <AllParts />;
}

function AllParts() {
  return (
    <Panels>
      <Panel>
        <title>Staff desk</title>
        <h1>Parts of the staff desk</h1>
        <ul className={styles.index}>
          {deskParts.map((part) => (
            <li key={part.name}>
              <a href={`#${idOf(part)}`} className={linkClass}>
                {part.name}
              </a>
            </li>
          ))}
        </ul>
      </Panel>
      {deskParts.map((part) => (
        <PartPanel key={part.name} part={part} />
      ))}
    </Panels>
  );
}

function PartPanel({ part }: { part: Part }) {
  const alone = part.states.filter(isAlone);
  const inline = part.states.filter((state) => !isAlone(state));
  return (
    <Panel labelledBy={idOf(part)}>
      <h2 id={idOf(part)}>{part.name}</h2>
      {inline.length > 0 && (
        <div className={styles.states}>
          {inline.map((state) => (
            <div key={state.name} className={state.place === "full" ? styles.full : undefined}>
              <h3 className={styles.name}>{state.name}</h3>
              <Stage state={state} />
            </div>
          ))}
        </div>
      )}
      {alone.length > 0 && (
        <ul className={styles.links}>
          {alone.map((state) => (
            <li key={state.name}>
              <a href={deskAddressOf(part, state)} className={linkClass}>
                {state.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function StatePage({ part, state }: { part: Part; state: State }) {
  const name = `${part.name}: ${state.name}`;
  return (
    <Panels>
      <Panel>
        <title>{name}</title>
        <h1 className={styles.name}>{name}</h1>
        <Stage state={state} />
      </Panel>
    </Panels>
  );
}

function idOf(part: Part): string {
  return pathOf(part).slice(1);
}
