import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Billing = ReplyOf<typeof contract.billing.read>
export type Plan = ReplyOf<typeof contract.billing.readPlan>

/** The subscription and its invoices, for those who may read them. */
export function useBilling() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'billing'],
    queryFn: ({ signal }) => call(contract.billing.read, { params: { account: pk } }, { signal }),
    enabled: useCan('billing.read'),
    staleTime: 0,
  })
}

/** The plans that the account may choose, cheapest first. */
export function useAccountPlans() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'account-plans'],
    queryFn: ({ signal }) =>
      call(contract.billing.listAccountPlans, { query: { page: '1', page_size: '100' } }, { signal }),
  })
}

/** Returns a function that shows a changed subscription everywhere. */
export function useShowBilling(): (changed: Billing) => Promise<void> {
  const { pk } = useAccount()
  const queries = useQueryClient()
  return async (changed) => {
    queries.setQueryData([pk, 'billing'], changed)
    await queries.invalidateQueries({ queryKey: ['accounts'] })
    await queries.invalidateQueries({ queryKey: [pk, 'plan-quotas'] })
  }
}
