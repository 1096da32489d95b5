import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { labelOf, type Sweep, successOf } from '../../testing/sweep/sweep.ts'
import type { Cell } from '../../testing/sweep/sweep-call.ts'
import { answerOf, type Probe } from './probe.ts'

/** Each write on records of its own, and where a call may be repeated also the same call once more. */
export async function writeProbes(sweep: Sweep, cells: readonly Cell[]): Promise<Probe[]> {
  const found: Probe[] = []
  for (const cell of cells) {
    found.push(await writeProbe(sweep, cell, false))
    const { body } = await sweep.standingCall(cell)
    if (body !== null && typeof body === 'object' && 'request_id' in body)
      found.push(await writeProbe(sweep, cell, true))
  }
  return found
}

const { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, endSecondFactor } = contract.identity
const OWN_FACTOR: readonly Route[] = [
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  endSecondFactor,
]

/** Calls about one's own second factor each need another state of it, so each has a caller of its own. -1 for any other. */
export const ofOwnFactor = (route: Route): number => OWN_FACTOR.indexOf(route)

/** What these call for has to be there, or comes with somebody who calls instead. */
const ARRANGED: readonly Route[] = [
  ...OWN_FACTOR,
  contract.identity.proveSecondFactor,
  contract.socialLogins.unlink,
  contract.team.acceptInvite,
]

async function writeProbe(sweep: Sweep, cell: Cell, repeated: boolean): Promise<Probe> {
  const call =
    repeated || ARRANGED.includes(cell.route) ? await freshCall(sweep, cell) : await sweep.standingCall(cell)
  const token = cell.route.access.kind === 'session' ? await cell.who.renew() : cell.who.token
  const ask = () => answerOf(sweep, () => writeProblem(sweep, cell, call, token))
  if (repeated) await ask()
  return {
    label: `${labelOf(cell)}${repeated ? ' once more' : ''}`,
    route: cell.route,
    kind: 'write',
    run: ask,
  }
}

async function writeProblem(
  sweep: Sweep,
  cell: Cell,
  call: SampleCall,
  token: string | undefined,
): Promise<string | null> {
  const { status, text } = await sweep.ask(cell, call, { token })
  return status === successOf(cell.route, call) ? null : `${labelOf(cell)}: ${status} ${text}`
}

/** On records that no other call of the sweep names, as it is made before all is kept. */
const freshCall = (sweep: Sweep, { route, target, who }: Cell): Promise<SampleCall> =>
  sampleOf.get(route)!(subjectOf(sweep.test, target.account!, target.debtor!, false), who)
