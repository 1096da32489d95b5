import { CheckCircle2, Clock, ShieldQuestion } from 'lucide-react'
import { Suspense } from 'react'
import { contract } from '../../../contract/index.ts'
import { displayAmount } from '../../../domain/money/money.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { LOCALE } from '../../ui/language/locale.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import { Receipt } from '../../ui/text/receipt.tsx'
import { Centered } from './centered.tsx'
import { DownloadButton } from './download-button.tsx'
import { isPositive, leftToPay } from './invoice-look.ts'
import { type PayerPayment, usePayer } from './payer.ts'
import { payerErrorText } from './payer-error-text.ts'

const LOOK_AGAIN_MS = 4000

/** Fetched when a bank asks by its processor's own window. */
const VerifyAccount = lazyWithRetry(() => import('./stripe/verify-account.tsx'), 'VerifyAccount')
const StripeChallenge = lazyWithRetry(() => import('./stripe/stripe-challenge.tsx'), 'StripeChallenge')

/** Result of a payment: done, authorized, being confirmed, or awaiting the payer's answer to their bank. */
export function PaymentOutcome({
  payment,
  companyName,
  onChange,
  onRefused,
  onRest,
  onClose,
}: {
  payment: PayerPayment
  companyName: string
  onChange: (next: PayerPayment) => void
  onRefused: (error: ApiError) => void
  /** Continues with the remaining amount. */
  onRest: () => void
  onClose?: (() => void) | undefined
}) {
  const payer = usePayer()
  const params = { invoice: payment.invoice.pk, payment: payment.id }
  const authorized = payment.status === 'preauth'
  const open = authorized || payment.status === 'waiting' || payment.status === 'input'
  useQuery({
    key: ['payment', payment.id, payment.status],
    ask: async (signal) => {
      const next = await payer.call(contract.payments.payerRead, { params }, { signal })
      if (next.status !== payment.status) onChange(next)
      return next
    },
    enabled: open && (payment.next === null || payment.next.kind === 'verify_account'),
    everyMs: LOOK_AGAIN_MS,
  })
  if (payment.next?.kind === 'challenge' || payment.next?.kind === 'authentication')
    return <Challenge payment={payment} onChange={onChange} onRefused={onRefused} />
  if (payment.next?.kind === 'client_secret')
    return (
      <Suspense>
        <StripeChallenge payment={payment} onChange={onChange} onRefused={onRefused} />
      </Suspense>
    )
  if (payment.next?.kind === 'verify_account')
    return (
      <Suspense>
        <VerifyAccount payment={payment} onRefused={onRefused} onClose={onClose} />
      </Suspense>
    )
  const done = payment.status === 'confirmed'
  const { title, text } = wordsFor(payment, companyName)
  return (
    <Centered
      icon={
        done ? (
          <CheckCircle2 className="size-10 text-paid motion-safe:[&>path]:animate-draw" />
        ) : (
          <Clock className="size-10 text-soon" />
        )
      }
      title={title}
      text={text}
    >
      <Receipt
        className="mt-2 w-full text-start"
        amount={moneyText(payment.total, payment.currency)}
        caption={[
          authorized
            ? t('authorized for {company}', { company: companyName })
            : t('to {company}', { company: companyName }),
        ]}
        groups={linesOf(payment)}
      />
      <div className="flex flex-wrap justify-center gap-2">
        {done && (
          <DownloadButton
            label={t('Download receipt')}
            fileName={`${t('Receipt {number}', { number: payment.number })}.pdf`}
            failed={t('We couldn’t download the receipt')}
            load={() => payer.call(contract.payments.receipt, { params })}
          />
        )}
        {payment.invoices.length === 1 && isPositive(payment.invoice.payable) && (
          <Button onClick={onRest}>
            {t('Pay the remaining {amount}', {
              amount: moneyText(payment.invoice.payable, payment.currency),
            })}
          </Button>
        )}
        {onClose && (
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        )}
      </div>
    </Centered>
  )
}

function wordsFor({ status, message }: PayerPayment, companyName: string): { title: string; text: string } {
  switch (status) {
    case 'confirmed':
      return { title: t('We have received your payment, thank you!'), text: message }
    case 'preauth':
      return {
        title: t('Your card was authorized'),
        text: t('Nothing has been charged yet. {company} will charge it later.', { company: companyName }),
      }
    default:
      return { title: t('Your payment is being confirmed'), text: message }
  }
}

function linesOf(payment: PayerPayment) {
  const money = (amount: string): string => moneyText(amount, payment.currency)
  const surcharge = isPositive(payment.surcharge)
    ? [{ label: t('Surcharge'), value: money(payment.surcharge) }]
    : []
  const one = payment.invoices.length === 1
  const credit = one ? [] : creditOf(payment)
  const first = payment.credit.map(({ number, amount }) => ({ label: number, value: money(amount) }))
  return [
    ...(first.length > 0 ? [[{ label: firstLabel(payment), value: '' }, ...first]] : []),
    ...(one
      ? []
      : [
          payment.invoices
            .map(({ number, amount }) => ({ label: number, value: money(amount) }))
            .concat(credit),
        ]),
    [
      ...(one ? [{ label: t('Invoice'), value: payment.invoice.number }] : []),
      { label: t('Amount'), value: money(payment.amount) },
      ...surcharge,
      {
        label: payment.status === 'preauth' ? t('Card') : t('Payment method'),
        value: payment.method_display,
      },
      { label: t('Payment'), value: payment.number },
    ],
    ...(one ? [remainderOf(payment)] : []),
  ]
}

/** Names what credit pays before the payment, which happens once it is confirmed. */
const firstLabel = ({ status }: PayerPayment): string =>
  status === 'confirmed' ? t('Paid with your credit') : t('Your credit pays, once this is confirmed')

/** Shows the part that was paid beyond the invoices. */
function creditOf({ amount, invoices, currency }: PayerPayment) {
  const settled = invoices.reduce((sum, share) => sum + minorOf(share.amount, currency), 0n)
  const credit = minorOf(amount, currency) - settled
  return credit > 0n
    ? [{ label: t('Your credit'), value: displayAmount(credit, currency, { locale: LOCALE }) }]
    : []
}

/** The invoice's remaining amount, and the part already under way. */
function remainderOf({ invoice: { remaining, payable }, currency }: PayerPayment) {
  if (remaining === payable)
    return [{ label: t('Remaining'), value: moneyText(remaining, currency), strong: true }]
  const inFlight = leftToPay({ remaining, in_flight: payable, currency })
  return [
    { label: t('Pending'), value: moneyText(inFlight, currency) },
    { label: t('Left to pay'), value: moneyText(payable, currency), strong: true },
  ]
}

function Challenge({
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
    mutationFn: (answer: 'approve' | 'decline') =>
      payer.call(contract.payments.answerChallenge, {
        params: { invoice: payment.invoice.pk, payment: payment.id },
        body: { answer },
      }),
    onSuccess: onChange,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'payment_failed') onRefused(error)
    },
  })
  return (
    <Centered
      icon={<ShieldQuestion className="size-10 text-open" />}
      title={t('Your bank asks you to confirm')}
      text={payment.next?.text ?? ''}
    >
      <p className="num text-24 font-semibold">{moneyText(payment.total, payment.currency)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabled={answering.isPending} onClick={() => answering.mutate('decline')}>
          {t('Decline')}
        </Button>
        <Button variant="primary" busy={answering.isPending} onClick={() => answering.mutate('approve')}>
          {t('Approve payment')}
        </Button>
      </div>
      {answering.error && <p role="alert">{payerErrorText(answering.error)}</p>}
    </Centered>
  )
}
