import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { GROUP_NAME_MAX_LENGTH } from '../../../../domain/people/customer-group.ts'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import type { Group } from './use-groups.ts'

/** Adds or renames a group. */
export function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send(body) {
      const saved = group
        ? await call(contract.customerGroups.rename, { params: { group: group.pk }, body })
        : await call(contract.customerGroups.create, { body })
      await queries.invalidateQueries({ queryKey: [pk] })
      toast({ title: group ? 'Group renamed' : 'Group added', body: saved.name, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      size="sm"
      title={group ? `Rename ${group.name}` : 'New group'}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="group-form" busy={busy}>
            {group ? 'Rename group' : 'Add group'}
          </Button>
        </>
      }
    >
      <form id="group-form" {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="Name"
          placeholder="Wholesale"
          defaultValue={group?.name}
          maxLength={GROUP_NAME_MAX_LENGTH}
          autoComplete="off"
          autoFocus
          {...field('name')}
        />
      </form>
    </TypedDialog>
  )
}
