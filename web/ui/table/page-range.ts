export const PAGE_SIZES = [5, 10, 25, 50, 100] as const
const MAX_BUTTONS = 7

/** A page to press, or a gap for omitted pages. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * Entries of the page buttons, at most seven: the first and last page, the current one with its neighbors,
 * and gaps for omitted pages.
 */
export function pageRange(page: number, pageCount: number): PageSlot[] {
  const count = Math.max(1, pageCount)
  if (count <= MAX_BUTTONS) return Array.from({ length: count }, (_, index) => index + 1)
  const current = Math.min(Math.max(1, page), count)
  if (current <= 4) return [1, 2, 3, 4, 5, 'gap-after', count]
  if (current >= count - 3) return [1, 'gap-before', count - 4, count - 3, count - 2, count - 1, count]
  return [1, 'gap-before', current - 1, current, current + 1, 'gap-after', count]
}

/** First and last row shown, counted from 1; [0, 0] when there are none. */
export function rowSpan(page: number, pageSize: number, total: number): readonly [number, number] {
  if (total <= 0) return [0, 0]
  const first = (page - 1) * pageSize + 1
  return [Math.min(first, total), Math.min(first + pageSize - 1, total)]
}
