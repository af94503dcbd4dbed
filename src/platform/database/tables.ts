/**
 * The tables and views of the application's database, in Kysely's form. The application fills it from its generated
 * types: `declare module '#platform/database/tables.ts' { interface Tables extends DB {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
