import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { PlannedCharge } from '../methods/planned-charge.tsx'
import { askForMethodsAgain } from '../methods/use-methods.ts'
import { type Payer, type PayerPayment, PayerProvider } from '../pay/payer.ts'
import { PaymentPanel } from '../pay/payment-panel.tsx'
import { isPreview } from '../preview/preview-store.ts'

/** Payer for a signed-in portal user. A payment invalidates lists, balances and cards. */
export function usePortalPayer(dateFormat: DateFormat): Payer {
  const call = useCall()
  return {
    call,
    locked: false,
    unlocked: () => {},
    preview: isPreview,
    paid: () => {
      for (const name of ['account', 'portal-invoices', 'portal-invoice', 'credit-memos'])
        invalidateQuery(name)
      askForMethodsAgain()
    },
    dateFormat,
  }
}

/** Payment dialog of the portal. */
export function PayInvoiceDialog({
  invoice,
  company,
  resume,
  onClose,
}: {
  invoice: { pk: string; number: string }
  company: { name: string; dateFormat: DateFormat }
  /** An earlier payment to continue. */
  resume?: PayerPayment | undefined
  onClose: () => void
}) {
  const payer = usePortalPayer(company.dateFormat)
  return (
    <TypedDialog open onOpenChange={onClose} title="Make a Payment" description={`Invoice ${invoice.number}`}>
      <PayerProvider value={payer}>
        <PaymentPanel
          invoiceId={invoice.pk}
          companyName={company.name}
          resume={resume}
          lead={<PlannedCharge invoiceId={invoice.pk} dateFormat={company.dateFormat} />}
          onClose={onClose}
        />
      </PayerProvider>
    </TypedDialog>
  )
}
