import type { ErrorCode } from '../../contract/errors.ts'
import type { Route } from '../../contract/route.ts'
import type { SampleCall } from './samples.ts'
import { labelOf, type Sweep } from './sweep.ts'
import { type Cell, refusalProblem, type Variation } from './sweep-call.ts'

/** A call that must be refused for a reason other than its caller or the ids in its path. */
export interface RefusedCall {
  readonly name: string
  readonly cell: Cell
  readonly call: SampleCall
  readonly variation?: Variation
  readonly status: number
  /** Expected code, where other refusals have the same status. */
  readonly code?: ErrorCode
}

export async function refusedCallProblem(sweep: Sweep, further: RefusedCall): Promise<string | null> {
  const { name, cell, call, variation, status, code } = further
  const answer = await sweep.ask(cell, call, variation)
  const label = `${labelOf(cell)} ${name}`
  if (answer.status !== status) return `${label}: ${answer.status} instead of ${status} ${answer.text}`
  const problem = refusalProblem(answer)
  if (problem) return `${label} ${problem}`
  return code === undefined || JSON.parse(answer.text).code === code
    ? null
    : `${label} is not ${code}: ${answer.text}`
}

export const cellOf = ({ cells }: Sweep, route: Route, caller: string): Cell =>
  cells.find((one) => one.route === route && one.who.name === caller && one.target.name === 'own')!
