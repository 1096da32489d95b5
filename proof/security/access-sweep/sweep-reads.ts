import { expect, it } from 'vitest'
import { labelOf, type Sweep, successOf } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { changesDuring, expectNoSecretAnswered, type Part, problemsOf, readsOf } from './run-sweep.ts'

/** Defines the tests of the allowed reads of a part of the routes. */
export function sweepReads(part: Part): void {
  let sweep: Sweep
  withSweep((opened) => {
    sweep = opened
  })

  it('shows each reader their own records only, and changes no row by GET, HEAD or OPTIONS', async () => {
    const routes = readsOf(part)
    const reads = sweep.cells.filter(
      ({ route, expected }) => routes.includes(route) && expected === 'allowed',
    )
    // The first view of an invoice by its customer is recorded; the second is not.
    const payers = reads.filter(({ route }) => route.access.kind === 'payer')
    await problemsOf(payers, async (cell) => void (await sweep.ask(cell, await sweep.readOnlyCall(cell))))
    let wrong: string[] = []
    const changed = await changesDuring(sweep, async () => {
      wrong = await problemsOf(reads, async (cell) => {
        const problem = await sweep.readProblem(cell)
        if (problem) return problem
        const call = await sweep.readOnlyCall(cell)
        const head = await sweep.ask(cell, call, { method: cell.route.method === 'GET' ? 'HEAD' : 'OPTIONS' })
        return head.status === successOf(cell.route, call) ? null : `${labelOf(cell)}: HEAD ${head.status}`
      })
    })
    expect(wrong).toEqual([])
    expect(changed).toEqual([])
  })

  it('answers no secret', () => expectNoSecretAnswered(sweep))
}
