import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { Group } from './use-groups.ts'

/** Returns a function that switches the reminders of a group's customers on or off. */
export function useRemindersSwitch(): (group: Group) => void {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const change = useSingleMutation({
    mutationFn: (group: Group) =>
      call(contract.customerGroups.switchReminders, {
        params: { group: group.pk },
        body: { reminders_status: !group.reminders_status },
      }),
    onSuccess: async (changed) => {
      await queries.invalidateQueries({ queryKey: [pk] })
      toast({
        title: changed.reminders_status ? 'Reminders turned on' : 'Reminders turned off',
        body: changed.name,
        tone: 'success',
      })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t change the group', body: actionErrorText(error), tone: 'error' }),
  })
  return (group) => change.mutate(group)
}
