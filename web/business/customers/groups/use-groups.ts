import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Group = ReplyOf<typeof contract.customerGroups.create>

/** An account has no more groups than one page of this size. */
const ALL = '100'

/** All groups of the account, by name unless `orderBy` names another column. */
export function useGroups(orderBy?: string) {
  const { pk } = useAccount()
  const call = useCall()
  const query = { page_size: ALL, ...(orderBy && { order_by: orderBy }) }
  return useQuery({
    queryKey: [pk, 'customer-groups', query],
    queryFn: ({ signal }) => call(contract.customerGroups.list, { query }, { signal }),
    placeholderData: (before) => before,
  })
}

export const customersText = (count: number): string =>
  count === 1 ? '1 customer' : `${count.toLocaleString('en-US')} customers`

/** Columns by which the list is sorted. */
export const GROUP_ORDERS = ['name', 'members_count', 'created']
