import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import type { Template } from './use-templates.ts'

/** Deletes a template. The server refuses one that a flow uses, and says which. */
export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const remove = useSingleMutation({
    mutationFn: () => call(contract.reminderTemplates.remove, { params: { account, template: template.pk } }),
    async onSuccess() {
      toast({ title: 'Template deleted', body: template.name, tone: 'success' })
      onClose()
      await queries.invalidateQueries({ queryKey: [account, 'reminder-templates'] })
    },
  })
  return (
    <ConfirmAction
      title={`Delete ${template.name}?`}
      label="Delete template"
      action={remove}
      onClose={onClose}
    >
      <p>You can’t undo this. Emails that were sent with it stay in the history.</p>
    </ConfirmAction>
  )
}
