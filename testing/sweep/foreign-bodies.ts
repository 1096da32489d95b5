import { allRoutes } from '../../contract/index.ts'
import { withIdsOfNobody, withOneForeign } from './malformed-requests.ts'
import { type SampleCall, sampleOf } from './samples.ts'
import { labelOf, type Sweep } from './sweep.ts'
import type { Cell } from './sweep-call.ts'

/** A call whose body names one thing of another tenant, and the same one naming a thing of nobody. */
export interface ForeignBody {
  readonly cell: Cell
  readonly call: SampleCall
  readonly foreign: unknown
  readonly nobody: unknown
}

/** A call to every route that somebody may make, for what must stay without effect however it is sent. */
export const firstAllowed = ({ cells }: Sweep): Cell[] =>
  allRoutes.map((route) => cells.find((cell) => cell.route === route && cell.expected === 'allowed')!)

/** Every id in every body, in turn. */
export async function foreignBodies(sweep: Sweep): Promise<ForeignBody[]> {
  const found: ForeignBody[] = []
  for (const cell of firstAllowed(sweep)) {
    const call = await sweep.standingCall(cell)
    if (withOneForeign(call.body, withIdsOfNobody(call.body)).length === 0) continue
    const theirs = await sampleOf.get(cell.route)!(sweep.subjectOf(sweep.rival.debtors.first), cell.who)
    const nobodys = withOneForeign(call.body, withIdsOfNobody(theirs.body))
    for (const [at, foreign] of withOneForeign(call.body, theirs.body).entries())
      found.push({ cell, call, foreign, nobody: nobodys[at] })
  }
  return found
}

/** Both are refused, in the same words. */
export async function foreignBodyProblem(sweep: Sweep, trial: ForeignBody): Promise<string | null> {
  const { cell, call, foreign, nobody } = trial
  const theirs = await sweep.ask(cell, { ...call, body: foreign })
  const unknown = await sweep.ask(cell, { ...call, body: nobody })
  if (theirs.status !== 404 && theirs.status !== 400)
    return `${labelOf(cell)}: ${theirs.status} ${theirs.text} to ${JSON.stringify(foreign)}`
  return theirs.text === unknown.text ? null : `${labelOf(cell)} tells ${theirs.text} from ${unknown.text}`
}
