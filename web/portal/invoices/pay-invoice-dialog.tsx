import { useCall } from '../../session/session-context.tsx'
import { askAgain } from '../../session/use-answer.ts'
import { TypedDialog } from '../../ui/typed-dialog.tsx'
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
    },
  }
  return (
    <TypedDialog open onOpenChange={onClose} title="Make a Payment" description={`Invoice ${invoice.number}`}>
      <PayerProvider value={payer}>
        <PaymentPanel invoiceId={invoice.pk} companyName={companyName} onClose={onClose} />
      </PayerProvider>
    </TypedDialog>
  )
}
