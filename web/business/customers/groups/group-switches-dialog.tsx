import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { CUSTOMER_SWITCHES, type CustomerSwitch } from '../../../../domain/people/customer-switches.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { SWITCH_FIELDS, SWITCH_LABELS } from '../switches/switch-words.ts'
import { customersText, type Group } from './use-groups.ts'

const EFFECTS: Readonly<Record<CustomerSwitch, string>> = {
  reminders: 'Flows remind these customers of open invoices.',
  statements: 'These customers get statements, once your account sends them.',
  late_fees: 'Late fees are added for these customers, once your account charges them.',
  auto_pay: 'Customers who agreed are charged on the due date. When this is off, their agreements stay.',
}

/** Switches what a group's customers get. A customer's own switch that is off stays off. */
export function GroupSwitchesDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(CUSTOMER_SWITCHES.map((name) => [SWITCH_FIELDS[name], group[SWITCH_FIELDS[name]]])),
  )
  const change = useSingleMutation({
    mutationFn: () =>
      call(contract.customerGroups.changeSwitches, { params: { group: group.pk }, body: chosen }),
    onSuccess: async (changed) => {
      await queries.invalidateQueries({ queryKey: [pk] })
      toast({ title: 'Switches saved', body: changed.name, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={change.isPending}
      size="sm"
      title={`Switches of ${group.name}`}
      footer={
        <DialogButtons
          label="Save switches"
          busy={change.isPending}
          onPress={() => change.mutate()}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-3">
        {change.error && <Note tone="error">{actionErrorText(change.error)}</Note>}
        <p className="text-ink-2">
          For {customersText(group.members_count)}. A customer whose own switch is off stays off.
        </p>
        {CUSTOMER_SWITCHES.map((name) => (
          <Checkbox
            key={name}
            label={SWITCH_LABELS[name]}
            description={EFFECTS[name]}
            checked={chosen[SWITCH_FIELDS[name]] === true}
            onChange={(event) => setChosen({ ...chosen, [SWITCH_FIELDS[name]]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Dialog>
  )
}
