import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { AccessRequest } from '../../../../contract/portal-access/access-requests.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { loadCustomers } from '../../customer-options.ts'
import { useForgetRequests } from './use-requests.ts'

/** Approves a request onto a customer, by default the one that it names. */
export function ApproveDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetRequests()
  const { suggested, email, name, reference, earlier } = request
  const [customer, setCustomer] = useState<{ id: string; label: string } | null>(
    suggested && { id: suggested.pk, label: suggested.short_name },
  )
  const [missing, setMissing] = useState(false)
  const approving = useSingleMutation({
    mutationFn: (chosen: string) =>
      call(contract.accessRequests.approve, {
        params: { account, request: request.pk },
        body: { customer: chosen },
      }),
    async onSuccess() {
      await forget()
      toast({ title: 'Access given', body: `We emailed an invitation to ${email}.`, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Give access to the portal"
      description="The person sees and pays every invoice of the customer. Check that you know them."
      locked={approving.isPending}
      footer={
        <DialogButtons
          label="Give access"
          busy={approving.isPending}
          onPress={() => (customer === null ? setMissing(true) : approving.mutate(customer.id))}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-4">
        {approving.error && <Note tone="error">{actionErrorText(approving.error)}</Note>}
        <FactList
          className="gap-x-4 gap-y-1 wrap-anywhere"
          facts={[
            ['Name', name],
            ['Email', email],
            ['Asks for', reference],
            ...(earlier.length > 0
              ? [['Asked before', earlier.map((one) => `${one.name}: ${one.reference}`).join('; ')]]
              : []),
          ]}
        />
        {earlier.length > 0 && (
          <Note>
            This address asked more than once, with other texts. Anybody can type an address that isn’t
            theirs; the invitation goes to {email} only.
          </Note>
        )}
        <Combobox
          label="Customer"
          value={customer}
          onChange={(option) => {
            setCustomer(option)
            setMissing(false)
          }}
          load={loadCustomers(call, account, { activeOnly: true })}
          error={missing ? 'Choose a customer.' : undefined}
        />
      </div>
    </Dialog>
  )
}
