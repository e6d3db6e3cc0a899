/** The number of rows that a page asks for. */

/**
 * SQL of a limit that no plan counts on. PostgreSQL makes a plan anew for every call while it takes that for cheaper than
 * one plan for all, and a limit that it can see always looks cheaper than one it cannot: planning a list took as long as
 * reading it.
 */
export const sqlLimit = (param: `$${number}`) => `limit (select ${param}::bigint)`;
