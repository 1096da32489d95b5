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
