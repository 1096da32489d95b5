import { expect, it } from 'vitest'
import { foreignIdRequestProblem, foreignIdRequests } from '../../../testing/sweep/foreign-id-requests.ts'
import { listRefusedCalls } from '../../../testing/sweep/list-refused-calls.ts'
import { refusedCallProblem } from '../../../testing/sweep/refused-call.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import { changesDuring, expectNoSecretAnswered, problemsOf } from './run-sweep.ts'

let sweep: Sweep
withSweep((opened) => {
  sweep = opened
})

it('refuses a whole body with one id of another tenant, like one with an unknown id', async () => {
  const trials = await foreignIdRequests(sweep)
  expect(trials.length).toBeGreaterThan(8)
  let wrong: string[] = []
  const changed = await changesDuring(sweep, async () => {
    wrong = await problemsOf(trials, (trial) => foreignIdRequestProblem(sweep, trial))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

it('refuses calls in a wrong state by their status, and changes nothing', async () => {
  const calls = await listRefusedCalls(sweep)
  let wrong: string[] = []
  const changed = await changesDuring(sweep, async () => {
    wrong = await problemsOf(calls, (call) => refusedCallProblem(sweep, call))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

it('answers no secret', () => expectNoSecretAnswered(sweep))
