import type { contract } from '../../../../contract/index.ts'
import type { RequestOf } from '../../../../contract/route.ts'
import { useSelectedRows } from '../../layout/use-selected-rows.ts'

type MoveBody = NonNullable<RequestOf<typeof contract.customerGroups.moveCustomers>['body']>

/** Customers chosen in the list: by their ids, or all that match its search and filters. */
export interface SelectedCustomers {
  readonly count: number
  readonly body: Pick<MoveBody, 'customers'> | Pick<MoveBody, 'matching'>
}

/** The selection in the list of customers, as `useSelectedRows`. */
export function useSelectedCustomers(
  matching: Readonly<Record<string, string>>,
  page: readonly string[],
  total: number,
) {
  const { count, isAll, ids, ...selection } = useSelectedRows(matching, page, total)
  return {
    ...selection,
    customers: {
      count,
      body: isAll ? { matching } : { customers: [...ids] },
    } satisfies SelectedCustomers,
  }
}
