import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../ui/language/text.ts'
import { buttonClass } from '../../../ui/layout/button-class.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import type { PaymentOption } from '../payer.ts'
import type { Pay } from '../use-pay.ts'
import { loadPayPal, type PayPalHandlers, scriptOf } from './paypal-script.ts'
import { usePayPal } from './use-paypal.ts'

/**
 * PayPal's own button, drawn by PayPal's script. `read` returns the form's values, or null while they are
 * invalid.
 */
export function PayPalButton({
  option,
  pay,
  read,
}: {
  option: PaymentOption
  pay: Pay
  read: () => Record<string, string | boolean> | null
}) {
  const box = useRef<HTMLDivElement>(null)
  const handlers = usePayPal(option, pay, read)
  const latest = useRef<PayPalHandlers>(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const address = scriptOf(option.extra_data.script, option.client_id ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script again
  useEffect(() => {
    let shown = true
    setState('loading')
    loadPayPal(address).then(
      (paypal) => {
        if (!shown || !box.current) return
        const drawn = paypal
          .Buttons({
            onClick: (data, actions) => latest.current.onClick(data, actions),
            createOrder: () => latest.current.createOrder(),
            onApprove: (data) => latest.current.onApprove(data),
            onCancel: (data) => latest.current.onCancel(data),
            onError: (error) => latest.current.onError(error),
          })
          .render(box.current)
        setState('ready')
        drawn?.catch(() => shown && setState('failed'))
      },
      () => shown && setState('failed'),
    )
    return () => {
      shown = false
    }
  }, [address, attempt])
  return (
    <>
      {state === 'failed' && (
        <Note
          tone="error"
          title={t('Failed to load PayPal script')}
          onRetry={() => setAttempt((before) => before + 1)}
        >
          {t('Please try again, or contact the company support')}
        </Note>
      )}
      {state === 'loading' && <Skeleton className="h-12" />}
      <div
        ref={box}
        hidden={state !== 'ready'}
        data-button-class={`${buttonClass('primary', 'lg')} w-full`}
      />
    </>
  )
}
