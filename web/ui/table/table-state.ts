/** Sort of a list: by one column, or none. */
export type Sort = { id: string; desc: boolean } | null

/** Next sort after a press on a heading: ascending, then descending, then none. */
export function nextSort(sort: Sort, id: string): Sort {
  if (sort?.id !== id) return { id, desc: false }
  return sort.desc ? null : { id, desc: true }
}

/** The API's form: 'due_date', '-due_date', or '' for none. */
export const writeSort = (sort: Sort): string => (sort === null ? '' : `${sort.desc ? '-' : ''}${sort.id}`)

/** The reverse of writeSort. */
export function readSort(text: string | undefined): Sort {
  if (!text || text === '-') return null
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }
}

/** Whether all, some or none of these keys are selected. */
export function selectionState(
  keys: readonly string[],
  selected: ReadonlySet<string>,
): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}

/** The selection after switching these keys on or off; keys on other pages stay unchanged. */
export function withKeys(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}

/** The keys from one row to another, inclusive: a press with Shift held. */
export function keysBetween(keys: readonly string[], from: string, to: string): readonly string[] {
  const a = keys.indexOf(from)
  const b = keys.indexOf(to)
  if (a < 0 || b < 0) return [to]
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}
