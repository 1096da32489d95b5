import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { type CustomerOption, loadCustomers } from '../../customer-options.ts'
import { customersText, type Group } from './use-groups.ts'

/** Adds customers to a group, found one by one. They leave the group they are in. */
export function AddCustomersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<readonly CustomerOption[]>([])
  const ids = new Set(chosen.map(({ id }) => id))
  const find = loadCustomers(call, pk, { activeOnly: false })
  const add = useSingleMutation({
    mutationFn: () =>
      call(contract.customerGroups.moveCustomers, { body: { group: group.pk, customers: [...ids] } }),
    onSuccess: async ({ moved }) => {
      await queries.invalidateQueries({ queryKey: [pk] })
      toast({ title: `Added ${customersText(moved)} to ${group.name}`, tone: 'success' })
      onClose()
    },
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={add.isPending}
      size="sm"
      title={`Add customers to ${group.name}`}
      footer={
        <DialogButtons
          label={chosen.length === 0 ? 'Add customers' : `Add ${customersText(chosen.length)}`}
          busy={add.isPending}
          disabled={chosen.length === 0}
          onPress={() => add.mutate()}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-4">
        {add.error && <Note tone="error">{actionErrorText(add.error)}</Note>}
        <Combobox
          label="Customer"
          hint="A customer can be in one group. They leave their current one."
          value={null}
          onChange={(option: CustomerOption | null) => option && setChosen([...chosen, option])}
          load={async (text, signal) => (await find(text, signal)).filter(({ id }) => !ids.has(id))}
        />
        {chosen.length > 0 && (
          <ul className="grid gap-1" aria-label="Customers to add">
            {chosen.map((one) => (
              <li key={one.id} className="flex items-center justify-between gap-2">
                <span className="min-w-0 truncate">{one.label}</span>
                <IconButton
                  icon={<X />}
                  label={`Leave out ${one.label}`}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== one.id))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </TypedDialog>
  )
}
