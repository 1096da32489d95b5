import { ApiError } from '../../../session/calls/api-error.ts'

/** A record as somebody else changed it since it was read. */
export interface Conflict<Kept> {
  /** The server's words: who it was, and when. */
  readonly text: string
  readonly now: Kept
}

/**
 * Reads what somebody else saved since `over` was read, when that is why a save was refused, which the server says by `code`; null
 * otherwise.
 */
export async function readConflict<Kept extends { readonly revision: number }>(
  error: unknown,
  { code, over }: { readonly code: 'conflict' | 'wrong_state'; readonly over: Kept },
  read: () => Promise<Kept>,
): Promise<Conflict<Kept> | null> {
  if (!(error instanceof ApiError) || error.code !== code) return null
  const now = await read().catch(() => null)
  return now === null || now.revision === over.revision ? null : { text: error.message, now }
}
