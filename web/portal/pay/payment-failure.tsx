import { useEffect, useRef } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { ToastProvider, useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { PaymentOption } from './payer.ts'
import type { Pay, PayFailure } from './use-pay.ts'

type Type = PaymentOption['type']

const ANOTHER: Record<Type, string> = {
  credit_card: 'Try another card',
  e_check: 'Try another account',
  paypal: 'Try again',
}
const INSTEAD: Record<Type, string> = {
  credit_card: 'pay by card',
  e_check: 'pay by e-check',
  paypal: 'pay with PayPal',
}
const NAMES: Record<Type, string> = { credit_card: 'card', e_check: 'e-check', paypal: 'PayPal' }

/** The server's text when the processor gave no reason. */
const NO_REASON = 'We could not process your payment, please try again later'

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
      <ToastProvider>
        <FailureToast body={failure.body} />
      </ToastProvider>
      <Note
        tone="error"
        title={failure.title}
        {...(failure.again && { onRetry: pay.repeat, retrying: pay.busy })}
      >
        {failure.body}
        {failure.again && ' Try again. We won’t charge you twice.'}
        {declined &&
          ` Nothing was charged. ${ANOTHER[declined]}${other ? ` or ${INSTEAD[other.type]}` : ''}.`}
        {declined && other && (
          <span className="mt-2 block">
            <Button size="sm" onClick={onSwitch}>
              Switch to {NAMES[other.type]}
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
  useEffect(() => toast({ title: 'Submit Payment errors', body, tone: 'error' }), [toast, body])
  return null
}
