/** Days from the due date at the two ends of a drawn line. */
export interface DayScale {
  readonly first: number
  readonly last: number
}

/** Returns ends with room around all days, so that every step can be moved both ways. */
export const scaleOf = (days: readonly number[]): DayScale => ({
  first: Math.min(-14, ...days.map((day) => day - 7)),
  last: Math.max(30, ...days.map((day) => day + 14)),
})

/** Part of the line before a day, from 0 to 1. */
export const partOf = (day: number, { first, last }: DayScale): number => (day - first) / (last - first)

/** Days that get a tick: the weeks around the due date, or every fourth one on a long line. */
export function ticksOf({ first, last }: DayScale): number[] {
  const every = last - first > 150 ? 28 : 7
  const start = Math.ceil(first / every) * every
  return Array.from({ length: Math.floor((last - start) / every) + 1 }, (_, n) => start + n * every)
}

/** Puts pins at `parts` into rows, so that two of one row are at least `apart`. Earlier pins get the upper rows. */
export function rowsOf(parts: readonly number[], apart: number): number[] {
  const rows: number[][] = []
  return parts.map((part) => {
    const free = rows.findIndex((row) => row.every((other) => Math.abs(part - other) >= apart))
    if (free === -1) return rows.push([part]) - 1
    rows[free]!.push(part)
    return free
  })
}
