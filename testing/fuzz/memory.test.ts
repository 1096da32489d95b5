import { expect, it } from 'vitest'
import { describeGrowth, growthOf, measureMemory } from './memory.ts'

const MB = 2 ** 20
const samples = (of: (at: number) => number): number[] => Array.from({ length: 40 }, (_, at) => of(at) * MB)

it('ignores growth during warm-up and single outliers', () => {
  const warming = growthOf(samples((at) => (at < 10 ? 200 + at * 20 : at % 7 === 0 ? 600 : 400)))
  expect(warming.share).toBe(0)
  expect(describeGrowth('resident', warming)).toBe(
    'resident 400 MB in the second quarter, 400 MB at the end (0.0 %)',
  )
})

it('reports a leak of a little more with each call', () => {
  expect(growthOf(samples((at) => 400 + at)).share).toBeGreaterThan(0.05)
})

// Far more than other tests of this process may release meanwhile.
it('counts retained memory and ignores released memory', () => {
  const heapMb = () => measureMemory().heapBytes / MB
  const some = () => Array.from({ length: 8_000_000 }, (_, at) => at + 0.5)
  const before = heapMb()
  // Allocated in its own call, whose return releases it.
  const length = (() => some().length)()
  const between = heapMb()
  expect(between - before).toBeLessThan(30)
  const kept = some()
  expect(heapMb() - between).toBeGreaterThan(30)
  expect(kept).toHaveLength(length)
})
