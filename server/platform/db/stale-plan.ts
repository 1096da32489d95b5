/** PostgreSQL's code and routine of the error; its text depends on the server's language. */
const NOT_SUPPORTED = '0A000'
const ROUTINE = 'RevalidateCachedQuery'

/**
 * True when a prepared statement returns other columns than when it was prepared, because a migration of a later version
 * ran meanwhile. The same statement under another name succeeds.
 */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === NOT_SUPPORTED && routine === ROUTINE
}
