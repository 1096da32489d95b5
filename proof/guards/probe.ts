import type { Route } from '../../contract/route.ts'
import { forgetLimits } from '../../testing/sweep/forget-limits.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'

/** One call or a group of calls whose outcome is compared with and without a protection. */
export interface Probe {
  readonly label: string
  /** Null for background work. */
  readonly route: Route | null
  readonly kind: 'refused' | 'read' | 'write' | 'malformed' | 'forged'
  /** Returns the outcome as text. It begins with 'problem' when the policy forbids the outcome. */
  run(): Promise<string>
}

/**
 * Values that differ at each call: ids and secrets of new records, a new API key, the duration of a request, and the
 * parameters of an authorization request.
 */
const VOLATILE =
  /"id":"[\w-]{12}"|"ending":"[\w-]{4}"|"key":"qk_[^"]*"|"duration_ms":\d+|"(request_id|secret|uri|browser_key)":"[^"]*"|"state":"[\w-]{40,}"|"recovery_codes":\[[^\]]*\]|\b(state|nonce|code_challenge)=[\w%-]{40,}/g

/**
 * Runs the calls and returns their replies as text, without the values that differ at each call. An error counts as an outcome: without a
 * guard the calls that prepare a probe may fail.
 */
export async function recordOutcome(sweep: Sweep, run: () => Promise<string | null>): Promise<string> {
  await forgetLimits(sweep.inspector)
  const from = sweep.responses.length
  const problem = await run().catch((error: unknown) => messageOf(error))
  const text = problem === null ? sweep.responses.splice(from).join('\n') : `problem: ${problem}`
  return text.replace(VOLATILE, '')
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
