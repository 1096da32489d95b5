import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { account } from '../../contract/accounts.ts'
import { type Right, roleCan } from '../../domain/people/roles.ts'

/** An account as the API sends it, with the user's role in it. */
export type Account = z.output<typeof account>

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** The current account. Every screen inside the frame has one. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount needs an AccountProvider above it')
  return account
}

/** True when the user's role in the current account has the right. */
export const useCan = (right: Right): boolean => roleCan(useAccount().role, right)

/** Rights to change customers, invoices and credit memos. */
type RecordRight = Extract<Right, 'customers.write' | 'invoices.write' | 'credits.write' | 'imports.run'>

/** True when the user may create and change records here, and they are not kept in an accounting platform. */
export function useCanKeep(right: RecordRight): boolean {
  const { role, account_type: type } = useAccount()
  return type !== 'provider' && roleCan(role, right)
}

/** True where people enter payments in the accounting platform themselves, because its API takes none. */
export const usePaymentsByHand = (): boolean =>
  useAccount().accounting_connection?.features.manual_payments === true

/** The accounting platform in which the account keeps its records; null for a local account. */
export function usePlatformName(): string | null {
  const { account_type: type, accounting_connection: connection } = useAccount()
  return type === 'provider' ? (connection?.name ?? 'your accounting platform') : null
}
