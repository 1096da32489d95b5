import type { Route } from '../../contract/route.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'

/** One call, or a few of a kind, that must come out the same whatever wall is away. */
export interface Probe {
  readonly label: string
  /** Null where nobody calls. */
  readonly route: Route | null
  readonly kind: 'refused' | 'read' | 'write' | 'crooked' | 'forged'
  /** What was answered; begins with 'problem' where that is not what the policy says. */
  run(): Promise<string>
}

/** The ids and secrets of what is made at each call are others each time, and so is what goes to a provider and comes back. */
const FRESH =
  /"(request_id|secret|uri|browser_key)":"[^"]*"|"state":"[\w-]{40,}"|"recovery_codes":\[[^\]]*\]|\b(state|nonce|code_challenge)=[\w%-]{40,}/g

export async function answerOf(sweep: Sweep, run: () => Promise<string | null>): Promise<string> {
  await sweep.inspector.rows('delete from throttle_counters')
  const from = sweep.responses.length
  const problem = await run()
  const text = problem === null ? sweep.responses.splice(from).join('\n') : `problem: ${problem}`
  return text.replace(FRESH, '')
}
