import { expect, it } from 'vitest'
import { insertChunks } from './insert-chunks.ts'

const sizesOf = (count: number) => insertChunks(Array.from({ length: count })).map(({ length }) => length)

it('splits rows into powers of two, the largest first', () => {
  expect([0, 1, 2, 3, 60, 300].map(sizesOf)).toEqual([
    [],
    [1],
    [2],
    [2, 1],
    [32, 16, 8, 4],
    [128, 128, 32, 8, 4],
  ])
})

it('keeps every row once, in order', () => {
  const rows = Array.from({ length: 777 }, (_, at) => at)
  expect(insertChunks(rows).flat()).toEqual(rows)
})
