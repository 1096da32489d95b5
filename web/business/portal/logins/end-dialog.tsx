import { contract } from '../../../../contract/index.ts'
import type { PortalLoginEntry } from '../../../../contract/portal-access/portal-logins.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import { useForgetLogins } from './use-logins.ts'

/** Ends a person's access to a customer's portal. */
export function EndDialog({ entry, onClose }: { entry: PortalLoginEntry; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetLogins()
  const { customer, email, login, short_name } = entry
  const ending = useSingleMutation({
    mutationFn: () => call(contract.portalLogins.end, { params: { account, customer, login: login ?? '' } }),
    async onSuccess() {
      await forget()
      toast({ title: 'Login ended', body: email, tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmAction title={`End the login of ${email}?`} label="End login" action={ending} onClose={onClose}>
      <p>They are logged out now and can’t see the invoices of {short_name} anymore.</p>
      <p>Pay links in emails keep working. You can invite them again.</p>
    </ConfirmAction>
  )
}
