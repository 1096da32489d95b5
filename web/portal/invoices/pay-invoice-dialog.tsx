import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { t } from '../../ui/language/text.ts'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { PlannedCharge } from '../methods/planned-charge.tsx'
import { usePortalPayer } from '../methods/use-portal-payer.ts'
import { type PayerPayment, PayerProvider } from '../pay/payer.ts'
import { PaymentPanel } from '../pay/payment-panel.tsx'
import { PayOne } from '../several/pay-one.tsx'

/** Payment dialog of the portal. */
export function PayInvoiceDialog({
  invoice,
  installment = null,
  company,
  resume,
  onClose,
}: {
  invoice: { pk: string; number: string }
  /** The installment of the invoice's payment plan to pay; null for the whole invoice. */
  installment?: { id: string; number: number; of: number; down_payment: boolean } | null | undefined
  company: { name: string; dateFormat: DateFormat }
  /** An earlier payment to continue. */
  resume?: PayerPayment | undefined
  onClose: () => void
}) {
  const payer = usePortalPayer(company.dateFormat)
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      title={t('Make a Payment')}
      description={textOf(invoice.number, installment)}
    >
      {installment === null && !resume ? (
        <PayOne payer={payer} invoiceId={invoice.pk} company={company} onClose={onClose} />
      ) : (
        <PayerProvider value={payer}>
          <PaymentPanel
            invoiceId={invoice.pk}
            installmentId={installment?.id}
            companyName={company.name}
            resume={resume}
            lead={<PlannedCharge invoiceId={invoice.pk} dateFormat={company.dateFormat} />}
            onClose={onClose}
          />
        </PayerProvider>
      )}
    </TypedDialog>
  )
}

function textOf(
  invoice: string,
  installment: { number: number; of: number; down_payment: boolean } | null,
): string {
  if (installment === null) return t('Invoice {number}', { number: invoice })
  const { number, of, down_payment: isDown } = installment
  return isDown
    ? t('Invoice {invoice}, down payment {number} of {of}', { invoice, number, of })
    : t('Invoice {invoice}, installment {number} of {of}', { invoice, number, of })
}
