import { expect, it } from 'vitest'
import type { Sweep } from '../../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../../testing/sweep/with-sweep.ts'
import { expectNoProblem, expectNoSecretAnswered, type Part, readsOf, writesOf } from '../run-sweep.ts'

/** Defines the tests of the refused calls of the routes that read, or that write, or of a part of them. */
export function sweepRefused(kind: 'read' | 'write', part?: Part): void {
  const routes = kind === 'read' ? readsOf(part) : writesOf(part)
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
