import type { Pages } from "../data/use-pages.ts";
import { Button } from "../ui/button.tsx";

interface ShowMoreProps {
  readonly list: Pick<Pages<unknown, unknown>, "hasMore" | "isLoadingMore" | "showMore">;
  readonly isSmall?: boolean;
}

/** Loads the next page of a list; nothing at its end. */
export function ShowMore({ list, isSmall = false }: ShowMoreProps) {
  const { hasMore, isLoadingMore, showMore } = list;
  if (!hasMore) return null;
  return (
    <Button
      look="ghost"
      isSmall={isSmall}
      aria-disabled={isLoadingMore || undefined}
      onClick={() => void showMore()}
    >
      {isLoadingMore ? "Loading…" : "Show more"}
    </Button>
  );
}
