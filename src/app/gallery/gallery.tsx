import { displayCookiePattern } from "../../platform/contract/display-preferences.ts";
import { DisplaySettings } from "../../platform/site/layout/display-settings.tsx";
import { watchDisplayPreferences } from "../../platform/site/page/display-preferences.ts";
import { useLocation } from "../../platform/site/runtime/router-context.tsx";
import styles from "./gallery.module.css";
import { deskHome, isAlone, type Part, pathOf, type State } from "./part.ts";
import { parts } from "./parts.ts";
import { Stage } from "./stage.tsx";

// On the site, the page server and the boot script do this.
const kept = displayCookiePattern.exec(document.cookie)?.[1] ?? "";
document.documentElement.className = kept.replaceAll(".", " ");
window.boot = { loadedAt: performance.now(), ready: () => {} };
watchDisplayPreferences();

export function Gallery() {
  const { pathname } = useLocation();
  return (
    <>
      <header className={styles.header}>
        <a href="/">All parts</a>
        <a href={deskHome}>Staff desk</a>
        <details>
          <summary>Display</summary>
          <DisplaySettings />
        </details>
      </header>
      <main key={pathname} data-path={pathname}>
        <Content path={pathname} />
      </main>
    </>
  );
}

function Content({ path }: { path: string }) {
  for (const part of parts) {
    if (path === pathOf(part)) return <PartPage part={part} />;
    const state = part.states.find((it) => isAlone(it) && path === pathOf(part, it));
    if (state) return <StatePage part={part} state={state} />;
  }
  return <Index />;
}

function Index() {
  return (
    <div className={`wrap ${styles.page}`}>
      <title>Gallery</title>
      <h1>Gallery</h1>
      <ul className={styles.index}>
        {parts.map((part) => (
          <li key={part.name}>
            <a href={pathOf(part)}>{part.name}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PartPage({ part }: { part: Part }) {
  const alone = part.states.filter(isAlone);
  return (
    <div className={styles.page}>
      <title>{part.name}</title>
      <h1 className="wrap">{part.name}</h1>
      {alone.length > 0 && (
        <ul className={`wrap ${styles.index}`}>
          {alone.map((state) => (
            <li key={state.name}>
              <a href={pathOf(part, state)}>{state.name}</a>
            </li>
          ))}
        </ul>
      )}
      {part.states
        .filter((state) => !isAlone(state))
        .map((state) => (
          <section key={state.name} className={styles.state}>
            <h2 className="wrap">{state.name}</h2>
            <Stage state={state} className={state.place === "full" ? undefined : "wrap"} />
          </section>
        ))}
    </div>
  );
}

function StatePage({ part, state }: { part: Part; state: State }) {
  if (state.place === "page") return <Stage state={state} />;
  return (
    <div className={styles.page}>
      <title>{`${part.name}: ${state.name}`}</title>
      <h1 className="wrap">{`${part.name}: ${state.name}`}</h1>
      <Stage state={state} className="wrap" />
    </div>
  );
}
