import { expect, it } from 'vitest'
import { threadsOf } from './thread-pool.ts'

it('ignores messages of a thread that are not answers', async () => {
  const double = threadsOf<number, number>('testing/logs/talking-thread.ts', 1000)
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  await expect(double(-1)).rejects.toThrow('less than nothing')
  expect(await double(0)).toBe(0)
})
