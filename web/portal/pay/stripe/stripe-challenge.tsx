import { ShieldQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Centered } from '../centered.tsx'
import { type Payer, type PayerPayment, usePayer } from '../payer.ts'
import { payerErrorText } from '../payer-error-text.ts'
import { loadStripe } from './stripe-script.ts'

/** Opens the window of the payer's bank, and then asks what became of the payment. */
export function StripeChallenge({
  payment,
  onChange,
  onRefused,
}: {
  payment: PayerPayment
  onChange: (next: PayerPayment) => void
  onRefused: (error: ApiError) => void
}) {
  const payer = usePayer()
  const answering = useSingleMutation({
    mutationFn: (answer: 'approve' | 'decline') => answerBank(payer, payment, answer),
    onSuccess: onChange,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'payment_failed') onRefused(error)
    },
  })
  const { mutate } = answering
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate('approve')
  }, [mutate])
  return (
    <Centered
      icon={<ShieldQuestion className="size-10 text-open" />}
      title={t('Your bank asks you to confirm')}
      text={t('Its window opens on this page. Nothing is charged before.')}
    >
      <p className="num text-24 font-semibold">{moneyText(payment.total, payment.currency)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabled={answering.isPending} onClick={() => mutate('decline')}>
          {t('Cancel payment')}
        </Button>
        <Button variant="primary" busy={answering.isPending} onClick={() => mutate('approve')}>
          {t('Confirm with your bank')}
        </Button>
      </div>
      {answering.error && <p role="alert">{payerErrorText(answering.error)}</p>}
    </Centered>
  )
}

async function answerBank(
  payer: Payer,
  payment: PayerPayment,
  answer: 'approve' | 'decline',
): Promise<PayerPayment> {
  const params = { invoice: payment.invoice.pk, payment: payment.id }
  if (answer === 'approve') {
    const step = await payer.call(contract.payments.readChallenge, { params })
    if (step.client_secret !== null) {
      const stripe = await loadStripe(step.script, step.publishable_key)
      // A refusal by the bank is a failed payment, which the server reads from the processor.
      await stripe.handleNextAction({ clientSecret: step.client_secret })
    }
  }
  return payer.call(contract.payments.answerChallenge, { params, body: { answer } })
}
