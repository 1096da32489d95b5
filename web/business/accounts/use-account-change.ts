import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../session/account-context.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { replaceAccount } from './accounts-query.ts'

/** Runs a call that returns the changed account, and shows it on every screen. */
export function useAccountChange<Given>(change: (given: Given) => Promise<Account>) {
  const session = useSessionControl()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => replaceAccount(queryClient, session, changed),
  })
}
