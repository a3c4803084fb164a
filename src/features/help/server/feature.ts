import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { spendAttempt } from "../../../platform/server/credentials/throttles.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import type { TextBody } from "../../../platform/server/http/body.ts";
import { registerNativePost } from "../../../platform/server/pages/native-post.ts";
import { findFormState } from "../../messages/server/forms/page-state.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { articlePath, articleSlugs } from "../contract/articles.ts";
import { helpAnswerEndpoints } from "../contract/help-answers.ts";
import {
  answerAnchor,
  answerNames,
  answerPath,
  helpCollection,
  helpQuery,
  helpSteps,
  readAnswer,
} from "../contract/help-search.ts";
import { countAnswer, readAnswers } from "./answers.ts";
import type { HelpIndex } from "./search.ts";

const collection = helpCollection;
let index: Promise<HelpIndex> | undefined;

/** What /help shows for a search. */
async function findResults(typed: string, { pages }: AppContext): Promise<FormState> {
  if (typed.trim() === "") return { collection, step: helpSteps.empty };
  try {
    index ??= import("./search.ts").then(({ readHelpIndex }) => readHelpIndex(pages.files.folder));
    return { collection, help: (await index).search(typed.trim()) };
  } catch {
    index = undefined;
    return { collection, step: helpSteps.failed };
  }
}

/** Articles in the help pages: a search without scripts, and a question at the end of each. */
export const help: Feature = {
  register(app, context) {
    const post = {
      route: answerPath,
      run: async (request: Parameters<typeof context.clientKeys.hashAddress>[0]) => {
        const body = (request.body ?? {}) as TextBody;
        const article = articleSlugs.find((slug) => slug === body[answerNames.article]);
        const answer = readAnswer(body[answerNames.answer]);
        if (!article || !answer) throw new ApiError("malformed");
        const hash = context.clientKeys.hashAddress(request);
        const budget = await spendAttempt(context, { limit: "helpAddress", hash });
        // Whoever presses it often is thanked, and not counted.
        if (budget.retryAfter === undefined) {
          await countAnswer(context.database, article, answer, context.now());
        }
        return {
          goTo: `${articlePath(article)}?${helpQuery.answered}=${answer}#${answerAnchor}`,
        };
      },
      stateAfter: () => ({ collection }),
    };
    registerNativePost(app, paths.help, context, post);
    registerDeskEndpoints(app, context, helpAnswerEndpoints, async () => ({
      read: async () => ({ answers: await readAnswers(context.database.db, context.now()) }),
    }));
  },
  pages: {
    paths: [paths.help, ...articleSlugs.map(articlePath)],
    async findState(path, query, request, context) {
      if (path === paths.help) {
        const typed = query.get(helpQuery.search);
        return typed === null ? undefined : findResults(typed, context);
      }
      const answer = readAnswer(query.get(helpQuery.answered));
      if (answer) return { collection, step: helpSteps[answer] };
      return findFormState(path, query, request, context);
    },
  },
};
