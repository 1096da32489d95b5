import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { customersText, type Group } from './use-groups.ts'

/** Deletes a group, after explaining what happens to its customers. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: [pk] })
  const remove = useSingleMutation({
    mutationFn: () => call(contract.customerGroups.remove, { params: { group: group.pk } }),
    onSuccess: async () => {
      await refresh()
      toast({ title: 'Group deleted', body: group.name, tone: 'success' })
      onClose()
    },
    onError: async (error) => {
      // Somebody else may have deleted it; the list shows its current state.
      await refresh()
      toast({ title: 'We couldn’t delete the group', body: actionErrorText(error), tone: 'error' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${group.name}?`}
      confirmLabel="Delete group"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {effectOf(group.members_count)}
    </ConfirmDialog>
  )
}

function effectOf(members: number): string {
  if (members === 0) return 'No customers are in this group.'
  return members === 1
    ? 'Its 1 customer stays and will be in no group. Their invoices and payments don’t change.'
    : `Its ${customersText(members)} stay and will be in no group. Their invoices and payments don’t change.`
}
