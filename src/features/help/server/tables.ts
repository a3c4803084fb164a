/** Its tables. */
export interface HelpTables {
  readonly help_answers: HelpAnswerTable;
}

/** How often an article answered a question, by month. */
interface HelpAnswerTable {
  /** "<article> <month>" */
  id: string;
  /** One of `articleSlugs`, also of earlier releases. */
  article: string;
  /** YYYY-MM in the company's time zone. */
  month: string;
  yes: number;
  no: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends HelpTables {}
}
