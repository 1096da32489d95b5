import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { PlannedCharge } from '../methods/planned-charge.tsx'
import { usePortalPayer } from '../methods/use-portal-payer.ts'
import { type PayerPayment, PayerProvider } from '../pay/payer.ts'
import { PaymentPanel } from '../pay/payment-panel.tsx'

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
