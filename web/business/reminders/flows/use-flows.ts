import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReminderFlow } from '../../../../contract/reminders/reminder-flows.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Flow = ReminderFlow
export type Definition = NonNullable<Flow['draft']>
export type Step = Definition['steps'][number]

export const FLOWS_PATH = '/reminders/flows'
export const flowPath = (pk: string): string => `${FLOWS_PATH}/${pk}`

export const rehearsalPath = (pk: string): string => `${flowPath(pk)}/rehearsal`

/** All flows of the account, by name. */
export function useFlows() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'reminder-flows'],
    queryFn: ({ signal }) => call(contract.reminderFlows.list, { params: { account: pk } }, { signal }),
  })
}
