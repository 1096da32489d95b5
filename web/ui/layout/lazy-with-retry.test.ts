import { expect, it } from 'vitest'
import { anotherAddress, loadWithRetry } from './lazy-with-retry.ts'

const failing = (failures: number) => {
  const calls = { count: 0 }
  const load = async () => {
    calls.count += 1
    if (calls.count <= failures) throw new Error(`failure ${calls.count}`)
    return 'screen'
  }
  return { calls, load }
}

it('retries 5 times, waiting 100 ms and twice as long each time', async () => {
  const { calls, load } = failing(5)
  const pauses: number[] = []
  await expect(loadWithRetry(load, async (ms) => void pauses.push(ms))).resolves.toBe('screen')
  expect(pauses).toEqual([100, 200, 400, 800, 1600])
  expect(calls.count).toBe(6)
})

it('throws the last error after the fifth retry', async () => {
  const { calls, load } = failing(99)
  await expect(loadWithRetry(load, async () => undefined)).rejects.toThrow('failure 6')
  expect(calls.count).toBe(6)
})

it('loads at once when nothing fails', async () => {
  const { calls, load } = failing(0)
  await expect(loadWithRetry(load)).resolves.toBe('screen')
  expect(calls.count).toBe(1)
})

it('requests a failed file of ours at another address', () => {
  const of = (text: string) => anotherAddress(new TypeError(text), 'https://app.test', 2)
  const file = 'https://app.test/assets/page-x1.js'
  expect(of(`Failed to fetch dynamically imported module: ${file}`)).toBe(`${file}?again=2`)
  expect(of(`error loading dynamically imported module: ${file}?again=1`)).toBe(`${file}?again=2`)
  expect(of('Importing a module script failed.')).toBeNull()
  expect(of('Failed: https://app.test.evil.test/x.js')).toBeNull()
})
