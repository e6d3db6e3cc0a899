/** SQL for the LIMIT of a page. */

/**
 * Hides LIMIT's value so that the planner reuses a generic plan. PostgreSQL keeps planning for the given values as long
 * as those plans look cheaper, and a visible limit always does: planning a list took as long as reading it.
 */
export const sqlLimit = (param: `$${number}`) => `limit (select ${param}::bigint)`;
