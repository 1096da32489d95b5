import { expect, it } from 'vitest'
import { listCells, listProblem } from '../../../testing/sweep/list-queries.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { expectNoSecretAnswered, problemsOf } from './run-sweep.ts'

let sweep: Sweep
withSweep((opened) => {
  sweep = opened
})

it('lists only the caller’s records, with every filter and order', async () => {
  const lists = listCells(sweep)
  expect(lists.length).toBeGreaterThan(20)
  expect(await problemsOf(lists, (cell) => listProblem(sweep, cell))).toEqual([])
})

it('answers no secret', () => expectNoSecretAnswered(sweep))
