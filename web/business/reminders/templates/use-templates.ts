import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReminderTemplate } from '../../../../contract/reminders/reminder-templates.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Template = ReminderTemplate

export const TEMPLATES_PATH = '/reminders/templates'

/** All templates of the account, by name. */
export function useTemplates() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'reminder-templates'],
    queryFn: ({ signal }) => call(contract.reminderTemplates.list, { params: { account: pk } }, { signal }),
  })
}
