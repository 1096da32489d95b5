import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { t } from '../../../ui/language/text.ts'
import type { Stripe, StripeElements } from './stripe-script.ts'

/** Those of Apple Pay, Google Pay and Link that the payer's browser has. Renders nothing where it has none. */
export function Wallets({
  stripe,
  elements,
  onToken,
}: {
  stripe: Stripe
  elements: StripeElements
  /** Pays with what the wallet was made into. */
  onToken: (token: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [isOffered, setOffered] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller makes a new function on every render
  useEffect(() => {
    if (!box.current) return
    const element = elements.create('expressCheckout')
    element.on('ready', ({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined))
    element.on('click', ({ resolve }) => resolve())
    element.on('confirm', ({ paymentFailed }) => {
      void makeToken().then((token) => (token === null ? paymentFailed() : onToken(token)))
    })
    const makeToken = async (): Promise<string | null> => {
      const { error } = await elements.submit()
      if (error) return null
      return (await stripe.createPaymentMethod({ elements })).paymentMethod?.id ?? null
    }
    element.mount(box.current)
    return () => element.destroy()
  }, [stripe, elements])
  return (
    <div className={cx('grid gap-3', !isOffered && 'h-0 overflow-hidden')} aria-hidden={!isOffered}>
      <div ref={box} />
      <p className="text-center text-13 text-ink-2">{t('Or pay by card')}</p>
    </div>
  )
}
