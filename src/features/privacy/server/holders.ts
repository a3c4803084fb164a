import type { Database } from "../../../platform/server/db/schema.ts";
import { customerData } from "../../customers/server/data.ts";
import type { DerivedTables } from "../../customers/server/tables.ts";
import { firebaseData } from "../../firebase/server/data.ts";
import { helpData } from "../../help/server/data.ts";
import { helperData } from "../../helpers/server/data.ts";
import { identityData } from "../../identity/server/data.ts";
import { integrationData } from "../../integrations/server/data.ts";
import { interviewData } from "../../interviews/server/data.ts";
import { appMessageData, messageData } from "../../messages/server/data.ts";
import { newsletterData } from "../../newsletter/server/data.ts";
import { paymentData } from "../../payments/server/data.ts";
import { recruitingData } from "../../recruiting/server/data.ts";
import { requestData } from "../../requests/server/data.ts";
import { retentionData } from "../../retention/server/data.ts";
import { staffData } from "../../staff/server/data.ts";
import { textData } from "../../texts/server/data.ts";
import { privacyData } from "./data.ts";
import type { Column, FeatureData, OnMerge, TableData } from "./feature-data.ts";
import { platformData } from "./platform-data.ts";

/** What every feature announces about its data, in the order in which it is shown and deleted. */
export const holders: readonly FeatureData[] = [
  textData,
  identityData,
  helperData,
  appMessageData,
  customerData,
  requestData,
  paymentData,
  recruitingData,
  interviewData,
  messageData,
  newsletterData,
  privacyData,
  platformData,
  integrationData,
  staffData,
  retentionData,
  firebaseData,
  helpData,
];

/**
 * Every table: whose rows it holds, how they are found and what a deletion does with them, or why
 * it holds none. A new table does not compile until a feature announces it, a new column in a table
 * without customer data fails a test, and another test deletes a person with rows in every table.
 */
export const personalTables: Readonly<
  Record<Exclude<keyof Database, keyof DerivedTables>, TableData>
> = {
  ...messageData.tables,
  ...customerData.tables,
  ...requestData.tables,
  ...paymentData.tables,
  ...newsletterData.tables,
  ...recruitingData.tables,
  ...interviewData.tables,
  ...privacyData.tables,
  ...platformData.tables,
  ...integrationData.tables,
  ...identityData.tables,
  ...helperData.tables,
  ...staffData.tables,
  ...retentionData.tables,
  ...textData.tables,
  ...firebaseData.tables,
  ...helpData.tables,
};

/** What a merge of two accounts does with each table that names an account. */
export const mergeRules: Readonly<Partial<Record<keyof Database, OnMerge>>> = Object.assign(
  {},
  ...holders.map(({ merging }) => merging),
);

/** Columns with addresses by which a deletion finds rows. */
export const addressColumns: readonly Column[] = holders.flatMap(
  ({ addressColumns: own = [] }) => own,
);
