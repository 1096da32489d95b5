import { ExternalLink, Landmark } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { buttonClass } from '../../../ui/layout/button-class.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Centered } from '../centered.tsx'
import { type PayerPayment, usePayer } from '../payer.ts'
import { payerErrorText } from '../payer-error-text.ts'

/** Says how a bank account is verified by a small deposit, and leads to the page where its code is entered. */
export function VerifyAccount({
  payment,
  onRefused,
  onClose,
}: {
  payment: PayerPayment
  onRefused: (error: ApiError) => void
  onClose?: (() => void) | undefined
}) {
  const payer = usePayer()
  const canceling = useSingleMutation({
    mutationFn: () =>
      payer.call(contract.payments.answerChallenge, {
        params: { invoice: payment.invoice.pk, payment: payment.id },
        body: { answer: 'decline' },
      }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'payment_failed') onRefused(error)
    },
  })
  return (
    <Centered
      icon={<Landmark className="size-10 text-soon" />}
      title={t('Verify your bank account')}
      text={payment.next?.text ?? ''}
    >
      <p className="num text-24 font-semibold">{moneyText(payment.total, payment.currency)}</p>
      <p className="text-14 text-ink-2">
        {t(
          'You can close this page. We emailed a link that leads back here. The payment ends after ten days.',
        )}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button busy={canceling.isPending} onClick={() => canceling.mutate()}>
          {t('Cancel payment')}
        </Button>
        {payment.next?.url && (
          <a
            href={payment.next.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('primary', 'md')}
          >
            <ExternalLink />
            {t('Enter the code')}
          </a>
        )}
        {onClose && <Button onClick={onClose}>{t('Close')}</Button>}
      </div>
      {canceling.error && <p role="alert">{payerErrorText(canceling.error)}</p>}
    </Centered>
  )
}
