import { useCall } from '../../session/session-context.tsx'
import { askAgain } from '../../session/use-answer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlannedCharge } from '../methods/planned-charge.tsx'
import { askForMethodsAgain } from '../methods/use-auto-payments.ts'
import { type Payer, PayerProvider } from '../pay/payer.ts'
import { PaymentPanel } from '../pay/payment-panel.tsx'

/** The payments modal of the portal. Lists, balances and cards follow as soon as a payment went in. */
export function PayInvoiceDialog({
  invoice,
  companyName,
  onClose,
}: {
  invoice: { pk: string; number: string }
  companyName: string
  onClose: () => void
}) {
  const call = useCall()
  const payer: Payer = {
    call,
    locked: false,
    unlocked: () => {},
    paid: () => {
      for (const name of ['account', 'portal-invoices', 'credit-memos']) askAgain(name)
      askForMethodsAgain()
    },
  }
  return (
    <Dialog open onOpenChange={onClose} title="Make a Payment" description={`Invoice ${invoice.number}`}>
      <PlannedCharge invoiceId={invoice.pk} />
      <PayerProvider value={payer}>
        <PaymentPanel invoiceId={invoice.pk} companyName={companyName} onClose={onClose} />
      </PayerProvider>
    </Dialog>
  )
}
