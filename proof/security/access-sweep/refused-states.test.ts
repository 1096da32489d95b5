import { expect, it } from 'vitest'
import { foreignIdRequestProblem, foreignIdRequests } from '../../../testing/sweep/foreign-id-requests.ts'
import { listRefusedCalls } from '../../../testing/sweep/list-refused-calls.ts'
import { refusedCallProblem } from '../../../testing/sweep/refused-call.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { expectNoProblem, expectNoSecretAnswered } from './run-sweep.ts'

let sweep: Sweep
withSweep((opened) => {
  sweep = opened
})

it('refuses a whole body with one id of another tenant, like one with an unknown id', async () => {
  const trials = await foreignIdRequests(sweep)
  expect(trials.length).toBeGreaterThan(8)
  await expectNoProblem(sweep, trials, (trial) => foreignIdRequestProblem(sweep, trial))
})

it('refuses calls in a wrong state by their status, and changes nothing', async () => {
  const calls = await listRefusedCalls(sweep)
  await expectNoProblem(sweep, calls, (call) => refusedCallProblem(sweep, call))
})

it('answers no secret', () => expectNoSecretAnswered(sweep))
