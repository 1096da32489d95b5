export const PAGE_SIZES = [5, 10, 25, 50, 100] as const
const MAX_BUTTONS = 7
/** Page sizes and page buttons of the older lists. */
export const OLDER_PAGE_SIZES = [5, 10, 20] as const
export const OLDER_MAX_BUTTONS = 10

/** A reply's page with the sizes of its whole list. */
export interface AnsweredPage {
  readonly page: number
  readonly count: number
  readonly num_pages: number
}

/**
 * Returns the last page when the page asked for is past it, because rows were removed meanwhile; null otherwise,
 * and while the reply is still that of another page.
 */
export const pageInstead = (asked: number, { page, num_pages }: AnsweredPage): number | null =>
  asked === page && page > num_pages ? num_pages : null

/** A page to press, or a gap for omitted pages. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * Entries of the page buttons, at most `most`, gaps included: the first and last page, the current one with
 * its neighbors, and gaps for omitted pages.
 */
export function pageRange(page: number, pageCount: number, most = MAX_BUTTONS): PageSlot[] {
  const count = Math.max(1, pageCount)
  const pages = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  if (count <= most) return pages(1, count)
  const current = Math.min(Math.max(1, page), count)
  // Beside the first page, the last page and a gap or two.
  const [one, two] = [most - 2, most - 4]
  const from = current - Math.floor((two - 1) / 2)
  if (from <= 3) return [...pages(1, one), 'gap-after', count]
  if (from + two - 1 >= count - 2) return [1, 'gap-before', ...pages(count - one + 1, one)]
  return [1, 'gap-before', ...pages(from, two), 'gap-after', count]
}

/** First and last row shown, counted from 1; [0, 0] when there are none. */
export function rowSpan(page: number, pageSize: number, total: number): readonly [number, number] {
  if (total <= 0) return [0, 0]
  const first = (page - 1) * pageSize + 1
  return [Math.min(first, total), Math.min(first + pageSize - 1, total)]
}
