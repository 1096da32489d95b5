import { expect, it } from 'vitest'
import { describeGrowth, growthOf, measureMemory } from './memory.ts'

const MB = 2 ** 20
const samples = (of: (at: number) => number): number[] => Array.from({ length: 40 }, (_, at) => of(at) * MB)

it('takes what is warm for warm, and single looks for chance', () => {
  const warming = growthOf(samples((at) => (at < 10 ? 200 + at * 20 : at % 7 === 0 ? 600 : 400)))
  expect(warming.share).toBe(0)
  expect(describeGrowth('resident', warming)).toBe(
    'resident 400 MB in the second quarter, 400 MB at the end (0.0 %)',
  )
})

it('made wrong on purpose is noticed: a little more is kept with each call', () => {
  expect(growthOf(samples((at) => 400 + at)).share).toBeGreaterThan(0.05)
})

// Far more than what other tests of this process may let go of meanwhile.
it('made wrong on purpose is noticed: something that is really kept, and nothing that is not', () => {
  const heapMb = () => measureMemory().heapBytes / MB
  const some = () => Array.from({ length: 8_000_000 }, (_, at) => at + 0.5)
  const before = heapMb()
  // In a call of its own, whose end lets go of it.
  const length = (() => some().length)()
  const between = heapMb()
  expect(between - before).toBeLessThan(30)
  const kept = some()
  expect(heapMb() - between).toBeGreaterThan(30)
  expect(kept).toHaveLength(length)
})
