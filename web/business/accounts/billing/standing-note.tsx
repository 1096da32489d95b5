import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { type Billing, useShowBilling } from './use-billing.ts'

/** Shown first when an invoice is unpaid or the subscription blocked the page that the user requested. */
export function StandingNote({ billing }: { billing: Billing | undefined }) {
  const { subscription, blocked } = useAccount()
  const may = useCan('billing.write')
  if (subscription.is_active || blocked) return null
  const unpaid = billing?.unpaid
  return (
    <Note tone="warning" title="Your subscription is not active" className="mx-4 mt-4 max-w-180 md:mx-6">
      <p>
        You can’t open the dashboard, invoices, customers or payments until it is active. Your data is safe,
        and customers can still pay.
      </p>
      {unpaid && may && <PayButton unpaid={unpaid} />}
      {!may && <p className="mt-1">Ask the owner of your company to pay or choose a plan.</p>}
    </Note>
  )
}

function PayButton({ unpaid }: { unpaid: NonNullable<Billing['unpaid']> }) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  const show = useShowBilling()
  const amount = moneyText(unpaid.amount, unpaid.currency)
  const pay = useAction(async () => {
    try {
      const body = { amount: unpaid.amount }
      await show(await call(contract.billing.pay, { params: { account: pk }, body }))
      toast({ title: `${amount} paid. Your subscription is active`, tone: 'success' })
    } catch (error) {
      toast({ title: `We couldn’t charge ${amount}`, body: actionErrorText(error), tone: 'error' })
    }
  })
  return (
    <Button variant="primary" busy={pay.busy} onClick={pay.run} className="mt-3">
      {`Pay ${amount}`}
    </Button>
  )
}
