import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { LOCALE } from '../../../ui/language/locale.ts'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import type { PaymentOption } from '../payer.ts'
import { loadStripe, type Stripe, type StripeElements } from './stripe-script.ts'

/** Makes the card's fields into one value that can be charged once. */
export interface TokenMaker {
  /** Throws an error whose message the payer reads, such as for an incomplete number. */
  make(): Promise<string>
}

interface Ready {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

/** The card's fields in a frame of Stripe's: the number is known to Stripe and the payer only. */
export function StripeFields({
  option,
  minor,
  store,
  maker,
  onComplete,
}: {
  option: PaymentOption
  /** Amount to charge in the currency's minor unit. */
  minor: number
  /** Whether the card is to be stored. */
  store: boolean
  maker: RefObject<TokenMaker | null>
  onComplete: (complete: boolean) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const ready = useRef<Ready | null>(null)
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { script = '', publishable_key: key = '' } = option.extra_data
  const { currency } = option
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script anew; the amount is updated below
  useEffect(() => {
    let shown = true
    let end = (): void => {}
    setState('loading')
    loadStripe(script, key).then(
      (stripe) => {
        if (!shown || !box.current) return
        const elements = stripe.elements({
          mode: 'payment',
          amount: minor,
          currency: currency.toLowerCase(),
          allowedPaymentMethodTypes: ['card'],
          setupFutureUsage: store ? 'off_session' : null,
          locale: LOCALE,
          appearance: { variables: colorsOf(box.current) },
        })
        const element = elements.create('payment')
        element.on('ready', () => shown && setState('ready'))
        element.on('change', ({ complete }) => shown && onComplete(complete))
        element.on('loaderror', () => shown && setState('failed'))
        element.mount(box.current)
        end = () => element.destroy()
        ready.current = { stripe, elements }
      },
      () => shown && setState('failed'),
    )
    return () => {
      shown = false
      ready.current = null
      end()
    }
  }, [script, key, currency, attempt])
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const recolor = (): void => {
      if (box.current) ready.current?.elements.update({ appearance: { variables: colorsOf(box.current) } })
    }
    dark.addEventListener('change', recolor)
    return () => dark.removeEventListener('change', recolor)
  }, [])
  useEffect(() => {
    if (state === 'ready' && minor > 0)
      ready.current?.elements.update({ amount: minor, setupFutureUsage: store ? 'off_session' : null })
  }, [state, minor, store])
  useImperativeHandle(maker, () => ({ make: () => makeToken(ready.current) }), [])
  return (
    <>
      {state === 'failed' && (
        <Note
          tone="error"
          title={t('Failed to load the card fields')}
          onRetry={() => setAttempt((before) => before + 1)}
        >
          {t('Please try again, or contact the company support')}
        </Note>
      )}
      {state === 'loading' && <Skeleton className="h-40" />}
      {/* Mounted while it loads, since Stripe measures it. */}
      <div ref={box} className={cx(state !== 'ready' && 'h-0 overflow-hidden')} />
    </>
  )
}

async function makeToken(ready: Ready | null): Promise<string> {
  if (!ready) throw new Error(t('The card fields are not there yet. Please wait a moment.'))
  const { error } = await ready.elements.submit()
  if (error) throw new Error(error.message ?? t('Check the card’s details.'))
  const made = await ready.stripe.createPaymentMethod({ elements: ready.elements })
  if (!made.paymentMethod) throw new Error(made.error?.message ?? t('Check the card’s details.'))
  return made.paymentMethod.id
}

/** Our colours and type, as Stripe's frame takes them. */
function colorsOf(element: HTMLElement): Record<string, string> {
  const probe = document.createElement('span')
  // Where motion is reduced, transitions are very short instead of none, and a color read at once is the one before.
  probe.style.setProperty('transition', 'none', 'important')
  element.append(probe)
  // A token may differ between light and dark, so only a computed color is a plain one.
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    colorPrimary: read('brand'),
    colorBackground: read('surface'),
    colorText: read('ink'),
    colorTextSecondary: read('ink-2'),
    colorDanger: read('overdue'),
    fontFamily: getComputedStyle(element).fontFamily,
    fontSizeBase: '16px',
    borderRadius: '8px',
  }
  probe.remove()
  return colors
}
