import { expect, it } from 'vitest'
import { allRoutes } from '../../../../contract/index.ts'
import type { Sweep } from '../../../../testing/sweep/sweep.ts'
import { isRead } from '../../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../../testing/sweep/with-sweep.ts'
import { expectNoProblem, expectNoSecretAnswered } from '../run-sweep.ts'

/** Defines the tests of the refused calls of the routes that read, or that write. */
export function sweepRefused(kind: 'read' | 'write'): void {
  const routes = allRoutes.filter((route) => isRead(route) === (kind === 'read'))
  let sweep: Sweep
  withSweep((opened) => {
    sweep = opened
  }, routes)

  it(`refuses each ${kind} that the policy refuses by its status, reveals nothing, and changes nothing`, async () => {
    const refused = sweep.cells.filter(
      ({ route, expected }) => expected !== 'allowed' && routes.includes(route),
    )
    await expectNoProblem(sweep, refused, sweep.refusedProblem)
    expect(refused.length).toBeGreaterThan(routes.length * 10)
  })

  it('answers no secret', () => expectNoSecretAnswered(sweep))
}
