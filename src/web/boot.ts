/**
 * The only script before first use. Wakes React when somebody points, focuses,
 * touches or types, and replays the click or submit that came before React could
 * hear it. Everything else (links, anchors, menu, accordions) never waits for it.
 */
import { type BootState, bootFailureId } from "./boot-state.ts";
import { watchDisplayPreferences } from "./page/display-preferences.ts";
import { chunkFailedMessage, loadChunk } from "./runtime/chunk.ts";
import { freshToken } from "./runtime/fresh-token.ts";

const loadedAt = performance.now();
// Who comes back to a place on the page needs the whole page to find it again.
if (performance.navigation.type) document.documentElement.dataset.awake = "";

const kinds = ["pointerover", "pointerdown", "keydown", "focusin", "click", "submit"] as const;
const replays: (() => void)[] = [];
let waking = false;

const boot: BootState = {
  loadedAt,
  ready() {
    stopListening();
    for (const replay of replays.splice(0)) replay();
  },
};
window.boot = boot;

function stopListening(): void {
  for (const kind of kinds) removeEventListener(kind, onUse, true);
}

function onUse(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    if (target.method !== "dialog")
      keep(event, target, () => target.requestSubmit(event.submitter));
  } else if (event.type === "click") {
    const control = target?.closest<HTMLElement>("[data-js]");
    if (control) keep(event, control, () => control.click());
  }
  void wake();
}

/** Holds an event back until React listens; a second press of the same control is the same wish. */
function keep(event: Event, element: HTMLElement, replay: () => void): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (element.dataset.waiting) return;
  element.dataset.waiting = "yes";
  replays.push(() => {
    delete element.dataset.waiting;
    if (element.isConnected) replay();
  });
}

async function wake(): Promise<void> {
  if (waking) return;
  waking = true;
  document.documentElement.dataset.chunk?.split(" ").forEach(preload);
  try {
    await loadClient();
  } catch {
    stopListening();
    for (const element of document.querySelectorAll<HTMLElement>("[data-waiting]")) {
      delete element.dataset.waiting;
    }
    drawFailure();
  }
}

function loadClient(): Promise<unknown> {
  return loadChunk(() => import("./client.tsx").then((client) => client.start()));
}

/** The page's own parts come along with React instead of after it. */
function preload(href: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

/** React did not come: says so in the page by plain DOM. What was typed stays, links work on. */
function drawFailure(): void {
  const place = document.activeElement as HTMLElement | null;
  const box = document.createElement("div");
  box.id = bootFailureId;
  box.role = "alert";
  const button = document.createElement("button");
  button.textContent = "Try again";
  button.onclick = () =>
    loadClient().then(
      () => place?.focus(),
      // Where a browser keeps failed imports only a reload helps, but it would empty the form.
      () => hasAnswers() || location.reload(),
    );
  box.append(chunkFailedMessage, button);
  document.querySelector("main")?.prepend(box);
}

function hasAnswers(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>("input,textarea")].some(
    (field) => field.value !== field.defaultValue,
  );
}

/** Needs the whole document. */
function listen(): void {
  watchDisplayPreferences();
  // A shared page cannot carry a value of its own, so its first script makes one.
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-token]")) {
    field.value = freshToken();
  }
  for (const kind of kinds) addEventListener(kind, onUse, true);
  // A page of somebody's own data is empty until React asks for it, and one that was loaded again
  // in the middle of a word lacks that word.
  const isDrawn = document.getElementById("root")?.hasChildNodes();
  if (!isDrawn || document.documentElement.dataset.wakes || history.state?.held) void wake();
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", listen);
else listen();
