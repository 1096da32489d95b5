import { expect, it } from 'vitest'
import { allRoutes } from '../../../contract/index.ts'
import { sampleOf } from '../../../testing/sweep/samples.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { isRead, nameOf } from '../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { changesDuring, expectNoSecretAnswered, problemsOf } from './run-sweep.ts'

let sweep: Sweep
withSweep((opened) => {
  sweep = opened
})

it('has a sample request for every route of the contract', () => {
  expect(allRoutes.filter((route) => !sampleOf.has(route)).map(nameOf)).toEqual([])
})

it('refuses each read that the policy refuses by its status, reveals nothing, and changes nothing', async () => {
  const refused = sweep.cells.filter(({ route, expected }) => expected !== 'allowed' && isRead(route))
  let wrong: string[] = []
  const changed = await changesDuring(sweep, async () => {
    wrong = await problemsOf(refused, sweep.refusedProblem)
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
  const routes = allRoutes.filter((route) => isRead(route))
  expect(refused.length).toBeGreaterThan(routes.length * 10)
})

it('answers no secret', () => expectNoSecretAnswered(sweep))
