import { expect, it } from 'vitest'
import { partOf, rowsOf, scaleOf, ticksOf } from './day-scale.ts'

it('leaves room on both sides of the steps', () => {
  expect(scaleOf([])).toEqual({ first: -14, last: 30 })
  expect(scaleOf([-30, 0, 60])).toEqual({ first: -37, last: 74 })
})

it('places a day on the line', () => {
  expect(partOf(0, { first: -10, last: 30 })).toBe(0.25)
})

it('ticks weeks from the due date, and every fourth one on a long line', () => {
  expect(ticksOf({ first: -10, last: 15 })).toEqual([-7, 0, 7, 14])
  expect(ticksOf({ first: -90, last: 365 })[0]).toBe(-84)
})

it('puts steps that are too close into rows', () => {
  expect(rowsOf([0, 0, 0.05, 0.2, 0.21], 0.1)).toEqual([0, 1, 2, 0, 1])
  expect(rowsOf([0, 0.3, 0.25], 0.1)).toEqual([0, 0, 1])
})
