import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useCall, useSession } from '../../session/session-context.tsx'
import type { PortalCompany } from '../account/portal-company.ts'

export type StoredMethod = ReplyOf<typeof contract.payments.methods>[number]
export type AutoPayments = ReplyOf<typeof contract.autoPayments.read>

const METHODS = 'payment-methods'
const AUTO_PAYMENTS = 'auto-payments'

export const methodsKey = (customerId: string | null) => [METHODS, customerId] as const
export const autoPaymentsKey = (customerId: string | null) => [AUTO_PAYMENTS, customerId] as const

/** Reads the customer's stored methods. */
export function useMethods() {
  const { customerId } = useSession()
  const call = useCall()
  return useQuery({
    key: methodsKey(customerId),
    ask: (signal) => call(contract.payments.methods, {}, { signal }),
  })
}

/** Reads the state of automatic payments and the planned charges. */
export function useAutoPayments() {
  const { customerId } = useSession()
  const call = useCall()
  return useQuery({
    key: autoPaymentsKey(customerId),
    ask: (signal) => call(contract.autoPayments.read, {}, { signal }),
  })
}

/** Invalidates stored methods and automatic payments. Call it after either changed. */
export function askForMethodsAgain(): void {
  for (const name of [METHODS, AUTO_PAYMENTS]) invalidateQuery(name)
}

/** The company whose invoices the methods pay. */
export type MethodCompany = Pick<PortalCompany, 'name' | 'dateFormat'>
