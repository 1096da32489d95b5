import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Notes = ReplyOf<typeof contract.customerNotes.list>

export const notesKey = (account: string, customer: string) => [account, 'customer', customer, 'notes']

/** Reads the team's notes about a customer; nothing without the right to see them. */
export function useNotes(customer: string) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: notesKey(account, customer),
    enabled: useCan('notes.read'),
    queryFn: ({ signal }) => call(contract.customerNotes.list, { params: { account, customer } }, { signal }),
  })
}
