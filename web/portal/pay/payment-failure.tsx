import { useEffect, useRef } from 'react'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ToastProvider, useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { PaymentOption } from './payer.ts'
import type { Pay, PayFailure } from './use-pay.ts'

type Type = PaymentOption['type']

/** A way to go on, with another method and without. */
const NEXT: Record<Type, (other: Type | undefined) => string> = {
  credit_card: (other) =>
    other === 'paypal'
      ? t('Try another card or pay with PayPal.')
      : other === 'e_check'
        ? t('Try another card or pay by e-check.')
        : t('Try another card.'),
  e_check: (other) =>
    other === 'paypal'
      ? t('Try another account or pay with PayPal.')
      : other === 'credit_card'
        ? t('Try another account or pay by card.')
        : t('Try another account.'),
  paypal: (other) =>
    other === 'credit_card'
      ? t('Try again or pay by card.')
      : other === 'e_check'
        ? t('Try again or pay by e-check.')
        : t('Try again.'),
}
const SWITCH: Record<Type, string> = {
  credit_card: t('Switch to card'),
  e_check: t('Switch to e-check'),
  paypal: t('Switch to PayPal'),
}

/** The server's text when the processor gave no reason. */
const NO_REASON = t('We could not process your payment, please try again later')

/** Why nothing was paid, brought into sight: on a phone the button that was pressed may be far from it. */
export function PaymentFailure({
  failure,
  pay,
  other,
  onSwitch,
}: {
  failure: PayFailure
  pay: Pay
  other: PaymentOption | undefined
  onSwitch: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Without a reason from the processor nothing more can be said.
  const declined = failure.body === NO_REASON ? null : failure.declined
  return (
    <div ref={box} className="scroll-mb-40">
      {/* Its own provider, because the page of a pay link has none. */}
      <ToastProvider atStart>
        <FailureToast body={failure.body} />
      </ToastProvider>
      <Note
        tone="error"
        title={failure.title}
        {...(failure.again && { onRetry: pay.repeat, retrying: pay.busy })}
      >
        {failure.body}
        {failure.again && ` ${t('Try again. We won’t charge you twice.')}`}
        {declined && ` ${t('Nothing was charged. {next}', { next: NEXT[declined](other?.type) })}`}
        {declined && other && (
          <span className="mt-2 block">
            <Button size="sm" onClick={onSwitch}>
              {SWITCH[other.type]}
            </Button>
          </span>
        )}
      </Note>
    </div>
  )
}

/** Tells the failure over the page too, until the next attempt. */
function FailureToast({ body }: { body: string }) {
  const toast = useToast()
  useEffect(() => toast({ title: t('Submit Payment errors'), body, tone: 'error' }), [toast, body])
  return null
}
