import { expect, it } from 'vitest'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { checkRateLimit, consumeRateLimit, takeAttempt } from './rate-limit.ts'

const test = setUpTestServer()
const HOUR_S = 3600
const failureOf = (work: Promise<unknown>) =>
  work.then(() => null).catch((error: { code: string }) => error.code)

it('limits nobody for longer when a clock that was ahead by days is set back', async () => {
  const consume = () => consumeRateLimit(test.app, 'calls', 2, HOUR_S)
  const check = () => checkRateLimit(test.app, 'calls', 2, HOUR_S)
  const attempt = () => takeAttempt(test.app, 'password', HOUR_S)
  const began = test.clock.wallNow()
  test.clock.set('2031-01-01T00:00:00Z')
  for (const _ of [1, 2]) await consume()
  for (const _ of [1, 2, 3, 4, 5]) await attempt()
  expect(await Promise.all([consume, check, attempt].map((call) => failureOf(call())))).toEqual(
    Array(3).fill('too_many_requests'),
  )
  test.clock.set(new Date(began).toISOString())
  for (const call of [check, consume, consume, attempt]) expect(await failureOf(call())).toBeNull()
  // The limit holds from now on.
  expect(await failureOf(consume())).toBe('too_many_requests')
})

it('shares a window with a machine whose clock is a little ahead', async () => {
  const consume = () => consumeRateLimit(test.app, 'shared', 2, HOUR_S)
  const began = test.clock.wallNow()
  test.clock.set(new Date(began + 60_000).toISOString())
  await consume()
  test.clock.set(new Date(began).toISOString())
  await consume()
  expect(await failureOf(consume())).toBe('too_many_requests')
})
