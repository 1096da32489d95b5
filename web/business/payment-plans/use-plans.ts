import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

export type Plan = ReplyOf<typeof contract.paymentPlans.read>
export type PlanRow = ReplyOf<typeof contract.paymentPlans.list>['results'][number]
export type Policy = ReplyOf<typeof contract.paymentPlans.readPolicy>

/** One payment plan. */
export function usePlan(plan: string) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'payment-plan', plan],
    queryFn: ({ signal }) =>
      call(contract.paymentPlans.read, { params: { account: account.pk, plan } }, { signal }),
  })
}

/** Reads which plans customers may choose, and the account's day. */
export function usePolicy() {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'payment-plan-policy'],
    queryFn: ({ signal }) =>
      call(contract.paymentPlans.readPolicy, { params: { account: account.pk } }, { signal }),
  })
}

/** Shows a changed plan everywhere: on its page, in lists and on its invoices. */
export function usePlanChanged() {
  const account = useAccount()
  const queries = useQueryClient()
  return async (plan: Plan) => {
    queries.setQueryData([account.pk, 'payment-plan', plan.pk], plan)
    await Promise.all(
      ['payment-plans', 'invoice', 'invoices', 'tasks'].map((name) =>
        queries.invalidateQueries({ queryKey: [account.pk, name] }),
      ),
    )
  }
}
