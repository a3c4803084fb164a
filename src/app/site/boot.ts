/**
 * The only script before first use. Loads React on the first pointer, focus or key event, and
 * replays clicks and submits from before hydration. Links, anchors, menu and accordions are native
 * and never wait for it.
 */

import { watchDisplayPreferences } from "../../platform/site/page/display-preferences.ts";
import { chunkFailedMessage, loadChunk } from "../../platform/site/runtime/chunk.ts";
import { freshToken } from "../../platform/site/runtime/fresh-token.ts";
import { type BootState, bootFailureId } from "./boot-state.ts";

const loadedAt = performance.now();
// After a reload or Back the browser restores the scroll position, which needs the full layout.
if (performance.navigation.type) document.documentElement.dataset.ready = "";

const kinds = ["pointerover", "pointerdown", "keydown", "focusin", "click", "submit"] as const;
const replays: (() => void)[] = [];
let hydrating = false;

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
  void hydrate();
}

/** Queues an event until hydration; further events on the same control are dropped. */
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

async function hydrate(): Promise<void> {
  if (hydrating) return;
  hydrating = true;
  document.documentElement.dataset.chunk?.split(" ").forEach(preload);
  try {
    if (history.state?.typed) await carryTyping();
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

function preload(href: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

/** Shows that React did not load, with plain DOM: typed values stay and links keep working. */
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
      // Some browsers, such as Chromium 150, cache failed imports: only a reload helps. Fetches the
      // page first: without a connection it stays as it is.
      () => fetch("").then(carryTyping, () => {}),
    );
  box.append(chunkFailedMessage, button);
  document.querySelector("main")?.prepend(box);
}

function carryTyping(): Promise<void> {
  return import("./boot-reload.ts").then((reload) => reload.start());
}

function listen(): void {
  watchDisplayPreferences();
  // Cached pages cannot contain unique values, so they are created here.
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-token]")) {
    field.value = freshToken();
  }
  for (const kind of kinds) addEventListener(kind, onUse, true);
  // Portal pages are empty until React loads their data, and a reload handoff has to be restored.
  const isDrawn = document.getElementById("root")?.hasChildNodes();
  if (!isDrawn || document.documentElement.dataset.eager || history.state?.typed) void hydrate();
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", listen);
else listen();
