import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { displayAmount, formatAmount } from '../../../domain/money/money.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { LOCALE } from '../../ui/language/locale.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { usePayer } from '../pay/payer.ts'
import { payerErrorText } from '../pay/payer-error-text.ts'
import type { CreditFirst } from './use-credit-first.ts'

export type PaidWithCredit = z.output<typeof contract.openInvoices.payWithCredit.reply>

/** Pays what credit covers entirely: one button, and nothing to fill in. */
export function PayWithCredit({
  credit: { lines, sumMinor, currency },
  onPaid,
}: {
  credit: CreditFirst
  onPaid: (paid: PaidWithCredit) => void
}) {
  const payer = usePayer()
  const requestId = useRequestId()
  const paying = useSingleMutation({
    mutationFn: () => {
      const body = {
        invoices: lines.map((line) => ({ invoice: line.pk, amount: line.payable })),
        credit: formatAmount(sumMinor, currency),
      }
      return payer.call(contract.openInvoices.payWithCredit, {
        body: { ...body, request_id: requestId.idFor(body) },
      })
    },
    onSuccess: (paid) => {
      requestId.succeeded()
      onPaid(paid)
      payer.paid()
    },
    onError: (error) => {
      requestId.failed(error)
      payer.paid()
    },
  })
  return (
    <div className="grid gap-4">
      {paying.error && (
        <Note tone="error" title={t('Payment Unsuccessful')}>
          {payerErrorText(paying.error)}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        busy={paying.isPending}
        disabled={payer.preview}
        onClick={() => paying.mutate()}
      >
        {t('Pay {amount} with your credit', {
          amount: displayAmount(sumMinor, currency, { locale: LOCALE }),
        })}
      </Button>
    </div>
  )
}
