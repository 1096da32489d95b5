import { expect, it } from 'vitest'
import { listCells, listProblem } from '../../../testing/sweep/list-queries.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { expectNoSecretAnswered, type Part, problemsOf, take } from './run-sweep.ts'

/** Defines the tests of a part of the lists. */
export function sweepLists(part: Part): void {
  let sweep: Sweep
  withSweep((opened) => {
    sweep = opened
  })

  it('lists only the caller’s records, with every filter and order', async () => {
    const lists = take(listCells(sweep), part)
    expect(lists.length).toBeGreaterThan(10)
    expect(await problemsOf(lists, (cell) => listProblem(sweep, cell))).toEqual([])
  })

  it('answers no secret', () => expectNoSecretAnswered(sweep))
}
