import { useEffect, useRef, useState } from "react";
import type { State } from "./part.ts";

interface StageProps {
  readonly state: State;
  readonly className?: string | undefined;
}

export function Stage({ state: { element, press }, className }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const [isPressing, setIsPressing] = useState(press !== undefined);

  useEffect(() => {
    // In development React runs effects twice; a second click would undo the first.
    if (!press || isPressed.current) return;
    isPressed.current = true;
    void pressAll(stage.current, [press].flat()).then(() => setIsPressing(false));
  }, [press]);

  return (
    <div ref={stage} className={className} data-pressing={isPressing || undefined}>
      {element}
    </div>
  );
}

async function pressAll(stage: Element | null, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    for (const target of stage?.querySelectorAll<HTMLElement>(selector) ?? []) target.click();
    // The next selector may match what this click shows.
    await new Promise(requestAnimationFrame);
  }
}
