import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retry } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const away = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' })

it('retries while the database is briefly unavailable', async () => {
  let turns = 0
  const done = retry(async () => {
    if (++turns < 4) throw away()
    return turns
  })
  await vi.advanceTimersByTimeAsync(3_500)
  expect(await done).toBe(4)
})

it('gives up after about 20 s, and at once for other errors', async () => {
  let turns = 0
  const gone = retry(async () => {
    turns++
    throw away()
  })
  const refused = expect(gone).rejects.toThrow('starting up')
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
  expect(turns).toBe(6)
  turns = 0
  const wrong = retry(async () => {
    turns++
    throw new Error('a bug')
  })
  await expect(wrong).rejects.toThrow('a bug')
  expect(turns).toBe(1)
})
