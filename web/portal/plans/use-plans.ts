import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { portalPaymentPlan } from '../../../contract/payments/payment-plan-shapes.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'

export type PortalPlan = z.output<typeof portalPaymentPlan>
export type Installment = PortalPlan['installments'][number]

/** Name of the cached lists, for invalidation. */
export const PLANS = 'portal-plans'

/** The list's state, as the address holds it. */
export interface PlanQuery {
  readonly page: string
  readonly page_size: string
  readonly search: string
  readonly order_by: string
}

/** The list as it opens, which is also part of the portal's first answer. */
export const NO_CHOICE: PlanQuery = { page: '1', page_size: '5', search: '', order_by: '' }

export const plansKey = (customerId: string, query: PlanQuery) => [PLANS, customerId, query] as const

/** Reads a page of the customer's payment plans. The former page stays until the next one arrives. */
export function usePlans(customerId: string, query: PlanQuery) {
  const call = useCall()
  return useQuery({
    key: plansKey(customerId, query),
    ask: (signal) =>
      call(
        contract.paymentPlans.ofCustomer,
        { query: { ...query, order_by: query.order_by || undefined } },
        { signal },
      ),
    keepPrevious: true,
  })
}
