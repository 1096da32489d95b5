import { useEffect, useRef, useState } from 'react'
import { focusHeading } from './use-focus-on-new-page.ts'

const NOTHING: ReadonlySet<string> = new Set()

/**
 * The selection in a list: rows by their ids, or all that match. It spans pages and ends when the search or a filter changes.
 * `matching` are those, `page` the ids of the page, `total` the number of rows that match.
 */
export function useSelectedRows(
  matching: Readonly<Record<string, string>>,
  page: readonly string[],
  total: number,
) {
  const shown = JSON.stringify(Object.entries(matching).sort())
  const [state, setState] = useState({ shown, ids: NOTHING, isAll: false })
  const { ids, isAll } = state.shown === shown ? state : { ids: NOTHING, isAll: false }
  const set = (ids: ReadonlySet<string>, isAll = false) => setState({ shown, ids, isAll })
  const count = isAll ? total : ids.size
  useFocusAfterSelection(count > 0)
  const wholePage = page.length > 0 && page.every((id) => ids.has(id))
  return {
    count,
    isAll,
    ids,
    selected: isAll ? new Set(page) : ids,
    choose: (ids: ReadonlySet<string>) => set(ids),
    clear: () => set(NOTHING),
    /** Null when all are selected already, or the page is not. */
    chooseAll: !isAll && wholePage && total > ids.size ? () => set(ids, true) : null,
  }
}
export type SelectedRows = ReturnType<typeof useSelectedRows>

/** The bar leaves with the selection; the focus that it held goes to the page's heading. */
function useFocusAfterSelection(isAny: boolean): void {
  const was = useRef(isAny)
  useEffect(() => {
    const main = document.getElementById('main')
    if (was.current && !isAny && main && document.activeElement === document.body) focusHeading(main)
    was.current = isAny
  }, [isAny])
}
