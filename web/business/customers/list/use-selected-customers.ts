import { useEffect, useRef, useState } from 'react'
import type { contract } from '../../../../contract/index.ts'
import type { RequestOf } from '../../../../contract/route.ts'
import { focusHeading } from '../../layout/use-focus-on-new-page.ts'

type MoveBody = NonNullable<RequestOf<typeof contract.customerGroups.moveCustomers>['body']>

/** Customers chosen in the list: by their ids, or all that match its search and filters. */
export interface SelectedCustomers {
  readonly count: number
  readonly body: Pick<MoveBody, 'customers'> | Pick<MoveBody, 'matching'>
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * The selection in the list of customers. It spans pages and ends when the search or a filter changes.
 * `matching` are those, `total` the number of customers that match.
 */
export function useSelectedCustomers(
  matching: Readonly<Record<string, string>>,
  page: readonly string[],
  total: number,
) {
  const shown = JSON.stringify(Object.entries(matching).sort())
  const [state, setState] = useState({ shown, ids: NOBODY, isAll: false })
  const { ids, isAll } = state.shown === shown ? state : { ids: NOBODY, isAll: false }
  const set = (ids: ReadonlySet<string>, isAll = false) => setState({ shown, ids, isAll })
  const count = isAll ? total : ids.size
  useFocusAfterSelection(count > 0)
  const wholePage = page.length > 0 && page.every((id) => ids.has(id))
  return {
    selected: isAll ? new Set(page) : ids,
    choose: (ids: ReadonlySet<string>) => set(ids),
    clear: () => set(NOBODY),
    /** Null when all are selected already, or the page is not. */
    chooseAll: !isAll && wholePage && total > ids.size ? () => set(ids, true) : null,
    customers: {
      count,
      body: isAll ? { matching } : { customers: [...ids] },
    } satisfies SelectedCustomers,
  }
}

/** The bar leaves with the selection; the focus that it held goes to the page's heading. */
function useFocusAfterSelection(isAny: boolean): void {
  const was = useRef(isAny)
  useEffect(() => {
    const main = document.getElementById('main')
    if (was.current && !isAny && main && document.activeElement === document.body) focusHeading(main)
    was.current = isAny
  }, [isAny])
}
