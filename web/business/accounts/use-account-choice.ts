import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Account } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import type { Session } from '../../session/session.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { accountsQuery } from './accounts-query.ts'

export type AccountChoice =
  | { readonly state: 'loading' }
  | {
      readonly state: 'failed'
      readonly retry: () => void
      readonly retrying: boolean
      readonly message: string
    }
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly account: Account; readonly accounts: readonly Account[] }

/** Loads the user's accounts and chooses one: the stored one, or the first. */
export function useAccountChoice(): AccountChoice {
  const session = useSessionControl()
  const { account: chosen, currency } = useSession()
  const toast = useToast()
  const { data, error, refetch, isFetching } = useQuery(accountsQuery(session))
  const message = error ? actionErrorText(error) : ''
  useEffect(() => {
    if (message !== '') toast({ title: 'Load accounts', body: message, tone: 'error' })
  }, [message, toast])
  const accounts = data?.filter((account) => account.is_active)
  const account = accounts?.find(({ pk }) => pk === chosen?.id) ?? accounts?.[0]
  const settled = account !== undefined && account.pk === chosen?.id
  const stored = settled && chosen?.company_name === account.company.name && currency === account.currency
  useEffect(() => {
    if (account && !stored) chooseAccount(session, account)
  }, [account, stored, session])
  if (accounts === undefined) {
    if (!error) return { state: 'loading' }
    return { state: 'failed', message, retry: () => void refetch(), retrying: isFetching }
  }
  if (!account) return { state: 'none' }
  // Screens call the API for the stored account, so they wait for it.
  return settled ? { state: 'ready', account, accounts } : { state: 'loading' }
}

/** Switches to another account. */
export function chooseAccount(session: Session, { pk, company, currency }: Account): void {
  session.chooseAccount({ id: pk, company: company.pk, company_name: company.name }, currency)
}

/**
 * Switches to another account and leaves the page, because a record's page does not exist in the other
 * account.
 */
export function useAccountSwitch(): (other: Account) => void {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  return (other) => {
    navigate('/')
    chooseAccount(session, other)
  }
}

export const nameOfAccount = (account: Account): string => account.company.name || 'Your company'
