import { z } from "zod";
import { isStorableText } from "../../contract/form-engine/rules.ts";
import { normalizeLine, normalizeText } from "../../contract/normalize/text.ts";

/** A text that staff typed, in its canonical form. @param max in characters */
export const typedText = (max: number) =>
  z.string().overwrite(normalizeText).min(1).max(max).refine(isStorableText);

export const typedLine = (max: number) =>
  z.string().overwrite(normalizeLine).min(1).max(max).refine(isStorableText);
