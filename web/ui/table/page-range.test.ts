import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  OLDER_MAX_BUTTONS,
  OLDER_PAGE_SIZES,
  PAGE_SIZES,
  pageInstead,
  pageRange,
  rowSpan,
} from './page-range.ts'

describe('pageInstead', () => {
  it.each([
    ['a page past the end goes to the last page', 9, { page: 9, count: 55, num_pages: 3 }, 3],
    ['the last page stays', 3, { page: 3, count: 55, num_pages: 3 }, null],
    ['a list that became empty goes to its first page', 2, { page: 2, count: 0, num_pages: 1 }, 1],
    ['a page that is still loading stays', 9, { page: 1, count: 55, num_pages: 3 }, null],
    ['a page that was left stays left', 2, { page: 9, count: 55, num_pages: 3 }, null],
    ['a page that is no number stays', Number.NaN, { page: 1, count: 55, num_pages: 3 }, null],
  ])('%s', (_, asked, reply, instead) => {
    expect(pageInstead(asked, reply)).toBe(instead)
  })
})

describe('pageRange', () => {
  it.each([
    [1, 1, [1]],
    [1, 0, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 13, [1, 2, 3, 4, 5, 'gap-after', 13]],
    [4, 13, [1, 2, 3, 4, 5, 'gap-after', 13]],
    [6, 13, [1, 'gap-before', 5, 6, 7, 'gap-after', 13]],
    [10, 13, [1, 'gap-before', 9, 10, 11, 12, 13]],
    [13, 13, [1, 'gap-before', 9, 10, 11, 12, 13]],
    [99, 13, [1, 'gap-before', 9, 10, 11, 12, 13]],
  ])('page %i of %i', (page, count, expected) => {
    expect(pageRange(page, count)).toEqual(expected)
  })

  it('has ten buttons in an older list', () => {
    const older = (page: number) => pageRange(page, 30, OLDER_MAX_BUTTONS)
    expect(older(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 'gap-after', 30])
    expect(older(15)).toEqual([1, 'gap-before', 13, 14, 15, 16, 17, 18, 'gap-after', 30])
    expect(older(28)).toEqual([1, 'gap-before', 23, 24, 25, 26, 27, 28, 29, 30])
    expect(pageRange(2, 10, OLDER_MAX_BUTTONS)).toHaveLength(10)
  })

  it('never has more than 7 entries, and includes the first, last and current page in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
        const [page, count] = [Math.min(a, b), Math.max(a, b)]
        const slots = pageRange(page, count)
        const numbers = slots.filter((slot) => typeof slot === 'number')
        expect(slots.length).toBeLessThanOrEqual(7)
        expect(numbers).toContain(page)
        expect(numbers[0]).toBe(1)
        expect(numbers.at(-1)).toBe(count)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((x, y) => x - y))
      }),
    )
  })
})

it('offers 5, 10, 25, 50 and 100 rows', () => {
  expect(PAGE_SIZES).toEqual([5, 10, 25, 50, 100])
  expect(OLDER_PAGE_SIZES).toEqual([5, 10, 20])
})

it.each([
  [1, 10, 118, [1, 10]],
  [12, 10, 118, [111, 118]],
  [1, 10, 0, [0, 0]],
  [3, 10, 12, [12, 12]],
])('rowSpan of page %i, %i a page, %i in all', (page, size, total, expected) => {
  expect(rowSpan(page, size, total)).toEqual(expected)
})
