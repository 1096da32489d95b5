import { it } from 'vitest'
import { firstAllowed } from '../../../testing/sweep/foreign-id-requests.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { sampleOf } from '../../ring.ts'
import { contentTypeProblem, spellingProblem } from './odd-requests.ts'
import { expectNoProblem, expectNoSecretAnswered } from './run-sweep.ts'

let sweep: Sweep
withSweep((opened) => {
  sweep = opened
})

it('refuses every other spelling of a path to callers whom the route refuses', async () => {
  const strangers = sweep.principals.filter(({ name }) =>
    [
      'anonymous',
      'unverified user',
      'viewer',
      'advisor',
      'admin',
      'pay link',
      'sibling customer',
      'preview',
      'customer of another tenant',
    ].includes(name),
  )
  const shut = sweep.cells.filter(
    ({ who, target, expected }) => expected !== 'allowed' && target.name === 'own' && strangers.includes(who),
  )
  const tried = sampleOf(shut, 60)
  await expectNoProblem(sweep, tried, (cell) => spellingProblem(sweep, cell))
})

it('refuses a write of another content type than the route’s own', async () => {
  const writes = firstAllowed(sweep).filter(({ route }) => route.body !== undefined)
  await expectNoProblem(sweep, writes, (cell) => contentTypeProblem(sweep, cell))
})

it('answers no secret', () => expectNoSecretAnswered(sweep))
