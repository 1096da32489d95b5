import { allRoutes } from '../../contract/index.ts'
import { withIdsOfNobody, withOneForeign } from './malformed-requests.ts'
import { type SampleCall, sampleOf } from './samples.ts'
import { labelOf, type Sweep } from './sweep.ts'
import type { Cell } from './sweep-call.ts'

/** A call whose body contains one id of another tenant, and the same body with an unknown id instead. */
export interface ForeignIdRequest {
  readonly cell: Cell
  readonly call: SampleCall
  readonly foreign: unknown
  readonly nobody: unknown
}

/** The first allowed call of every route, for tests that vary how a call is sent. */
export const firstAllowed = ({ cells }: Sweep): Cell[] =>
  allRoutes.map((route) => cells.find((cell) => cell.route === route && cell.expected === 'allowed')!)

/** Replaces each id in each body, one at a time. */
export async function foreignIdRequests(sweep: Sweep): Promise<ForeignIdRequest[]> {
  const found: ForeignIdRequest[] = []
  for (const cell of firstAllowed(sweep)) {
    const call = await sweep.readOnlyCall(cell)
    if (withOneForeign(call.body, withIdsOfNobody(call.body)).length === 0) continue
    const theirs = await sampleOf.get(cell.route)!(sweep.subjectOf(sweep.rival.debtors.first), cell.who)
    const nobodys = withOneForeign(call.body, withIdsOfNobody(theirs.body))
    for (const [at, foreign] of withOneForeign(call.body, theirs.body).entries())
      found.push({ cell, call, foreign, nobody: nobodys[at] })
  }
  return found
}

/** Checks that both are refused with the same response, so that a caller cannot tell which ids exist. */
export async function foreignIdRequestProblem(sweep: Sweep, trial: ForeignIdRequest): Promise<string | null> {
  const { cell, call, foreign, nobody } = trial
  const theirs = await sweep.ask(cell, { ...call, body: foreign })
  const unknown = await sweep.ask(cell, { ...call, body: nobody })
  if (theirs.status !== 404 && theirs.status !== 400)
    return `${labelOf(cell)}: ${theirs.status} ${theirs.text} to ${JSON.stringify(foreign)}`
  return theirs.text === unknown.text ? null : `${labelOf(cell)} tells ${theirs.text} from ${unknown.text}`
}
