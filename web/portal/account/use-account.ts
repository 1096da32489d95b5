import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { customerAccount } from '../../../contract/portal.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall, useSession } from '../../session/session-context.tsx'

export type CustomerAccount = z.output<typeof customerAccount>

export const accountKey = (customerId: string | null) => ['account', customerId] as const
export const ALL_ACCOUNTS = ['all-accounts'] as const

/** Reads the current customer and their balance. */
export function useAccount() {
  const { customerId } = useSession()
  const call = useCall()
  return useQuery({
    key: accountKey(customerId),
    ask: (signal) => call(contract.portal.account, {}, { signal }),
  })
}

/** Customers that the signed-in user can switch between. */
export function useAllAccounts() {
  const call = useCall()
  return useQuery({
    key: ALL_ACCOUNTS,
    ask: (signal) => call(contract.portal.allAccounts, { query: { page_size: '100' } }, { signal }),
  })
}
