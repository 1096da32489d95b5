import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { LOCALE } from '../../../ui/language/locale.ts'
import { t } from '../../../ui/language/text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import type { PaymentOption } from '../payer.ts'
import { type FieldsState, useReportedState } from './fields-state.ts'
import { IncompleteFields } from './incomplete-fields.ts'
import { colorsOf } from './stripe-colors.ts'
import { loadStripe, type Stripe, type StripeElements } from './stripe-script.ts'
import { Wallets } from './wallets.tsx'

/** Makes the card's fields into one value that can be charged once. */
export interface TokenMaker {
  /** Throws an error whose message the payer reads, such as for an incomplete number. */
  make(): Promise<string>
}

interface Ready {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

/** The fields of a card or a bank account in a frame of Stripe's: their numbers are known to Stripe and the payer only. */
export function StripeFields({
  option,
  companyName,
  minor,
  store,
  maker,
  onState,
}: {
  option: PaymentOption
  /** The company that is authorized to debit a bank account. */
  companyName: string
  /** Amount to charge in the currency's minor unit; null where the method is only stored. */
  minor: number | null
  /** Whether the card is to be stored. */
  store: boolean
  maker: RefObject<TokenMaker | null>
  onState: (state: FieldsState) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const ready = useRef<Ready | null>(null)
  const [attempt, setAttempt] = useState(1)
  const [opened, setOpened] = useState<Ready | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [complete, setComplete] = useState(false)
  const { script = '', publishable_key: key = '' } = option.extra_data
  const { currency, type } = option
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script again; the amount is updated below
  useEffect(() => {
    let shown = true
    let end = (): void => {}
    setState('loading')
    setComplete(false)
    loadStripe(script, key).then(
      (stripe) => {
        if (!shown || !box.current) return
        const elements = stripe.elements({
          ...(minor === null ? { mode: 'setup' } : { mode: 'payment', amount: minor }),
          currency: currency.toLowerCase(),
          allowedPaymentMethodTypes: [type === 'e_check' ? 'us_bank_account' : 'card'],
          paymentMethodCreation: 'manual',
          setupFutureUsage: store || minor === null ? 'off_session' : null,
          locale: LOCALE,
          appearance: { variables: colorsOf(box.current) },
        })
        // The consent to debits is our own sentence below.
        const element = elements.create('payment', { terms: { usBankAccount: 'never' } })
        element.on('ready', () => shown && setState('ready'))
        element.on('change', (changed) => shown && setComplete(changed.complete))
        element.on('loaderror', () => shown && setState('failed'))
        element.mount(box.current)
        end = () => element.destroy()
        ready.current = { stripe, elements }
        setOpened(ready.current)
      },
      () => shown && setState('failed'),
    )
    return () => {
      shown = false
      ready.current = null
      end()
    }
  }, [script, key, currency, type, attempt])
  useReportedState(state === 'ready' ? (complete ? 'complete' : 'incomplete') : state, onState)
  useColors(box, ready)
  useEffect(() => {
    if (state === 'ready' && minor !== null && minor > 0)
      ready.current?.elements.update({ amount: minor, setupFutureUsage: store ? 'off_session' : null })
  }, [state, minor, store])
  const keepToken = useMaker(maker, ready)
  return (
    <>
      {state === 'failed' && (
        <Note
          tone="error"
          title={t('Failed to load the payment fields')}
          onRetry={() => setAttempt((before) => before + 1)}
        >
          {t('Please try again, or contact the company support')}
        </Note>
      )}
      {state === 'loading' && <Skeleton className="h-40" />}
      {opened && state === 'ready' && type === 'credit_card' && minor !== null && (
        <Wallets
          {...opened}
          onToken={(token) => {
            keepToken(token)
            box.current?.closest('form')?.requestSubmit()
          }}
        />
      )}
      {/* Mounted while it loads, since Stripe measures it. */}
      <div ref={box} className={cx(state !== 'ready' && 'h-0 overflow-hidden')} />
      {type === 'e_check' && <Mandate companyName={companyName} isPaying={minor !== null} />}
    </>
  )
}

/** Makes the fields into a token, or hands out the token of a wallet once. Returns a function that keeps a wallet's token. */
function useMaker(
  maker: RefObject<TokenMaker | null>,
  ready: RefObject<Ready | null>,
): (token: string) => void {
  const walletToken = useRef<string | null>(null)
  useImperativeHandle(
    maker,
    () => ({
      make: async () => {
        const token = walletToken.current
        walletToken.current = null
        return token ?? makeToken(ready.current)
      },
    }),
    [ready],
  )
  return (token) => {
    walletToken.current = token
  }
}

/** Gives the frame the page's colors again when the reader changes between light and dark. */
function useColors(box: RefObject<HTMLDivElement | null>, ready: RefObject<Ready | null>): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const recolor = (): void => {
      if (box.current) ready.current?.elements.update({ appearance: { variables: colorsOf(box.current) } })
    }
    dark.addEventListener('change', recolor)
    return () => dark.removeEventListener('change', recolor)
  }, [box, ready])
}

/** The sentence to which the payer of a debit agrees. */
function Mandate({ companyName, isPaying }: { companyName: string; isPaying: boolean }) {
  return (
    <p className="text-13 text-ink-2">
      {isPaying
        ? t(
            'By pressing Pay you authorize {company} to debit this bank account for the amount shown. If you save the account, you also authorize later payments that you agree to, until you remove it.',
            { company: companyName },
          )
        : t(
            'By saving it you authorize {company} to debit this bank account for payments that you agree to, until you remove it.',
            { company: companyName },
          )}
    </p>
  )
}

async function makeToken(ready: Ready | null): Promise<string> {
  if (!ready) throw new IncompleteFields(t('The fields are not there yet. Please wait a moment.'))
  const { error } = await ready.elements.submit()
  if (error) throw new IncompleteFields(error.message ?? t('Check what you entered.'))
  const made = await ready.stripe.createPaymentMethod({ elements: ready.elements })
  if (!made.paymentMethod) throw new IncompleteFields(made.error?.message ?? t('Check what you entered.'))
  return made.paymentMethod.id
}
