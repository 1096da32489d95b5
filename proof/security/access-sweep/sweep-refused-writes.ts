import { expect, it } from 'vitest'
import { allRoutes } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { isRead } from '../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { changesDuring, expectNoSecretAnswered, problemsOf } from './run-sweep.ts'

/** Defines the tests of the refused writes of some routes. */
export function sweepRefusedWrites(isOne: (route: Route) => boolean): void {
  let sweep: Sweep
  withSweep((opened) => {
    sweep = opened
  })

  it('refuses each write that the policy refuses by its status, reveals nothing, and changes nothing', async () => {
    const routes = allRoutes.filter((route) => isOne(route) && !isRead(route))
    const refused = sweep.cells.filter(
      ({ route, expected }) => expected !== 'allowed' && routes.includes(route),
    )
    let wrong: string[] = []
    const changed = await changesDuring(sweep, async () => {
      wrong = await problemsOf(refused, sweep.refusedProblem)
    })
    expect(wrong).toEqual([])
    expect(changed).toEqual([])
    expect(refused.length).toBeGreaterThan(routes.length * 10)
  })

  it('answers no secret', () => expectNoSecretAnswered(sweep))
}
