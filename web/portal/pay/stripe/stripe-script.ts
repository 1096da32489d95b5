import { vouchForScripts } from '../../../ui/pdf/script-address.ts'

/** The part of Stripe's interface in use. */
export interface Stripe {
  elements(options: ElementsOptions): StripeElements
  createPaymentMethod(request: { elements: StripeElements }): Promise<{
    paymentMethod?: { id: string }
    error?: StripeError
  }>
  handleNextAction(request: { clientSecret: string }): Promise<{ error?: StripeError }>
}

export interface ElementsOptions {
  readonly mode: 'payment' | 'setup'
  /** In the currency's minor unit; absent where nothing is paid. */
  readonly amount?: number
  readonly currency: string
  readonly allowedPaymentMethodTypes: readonly string[]
  /** manual: the page makes the fields into a method, which the server charges. */
  readonly paymentMethodCreation: 'manual'
  readonly setupFutureUsage?: 'off_session' | null
  readonly locale?: string
  readonly appearance?: { readonly variables: Readonly<Record<string, string>> }
}

export interface StripeElements {
  create(kind: 'payment', options?: object): StripeElement
  create(kind: 'expressCheckout'): ExpressElement
  update(options: Partial<ElementsOptions>): void
  submit(): Promise<{ error?: StripeError }>
}

export interface StripeElement {
  mount(box: HTMLElement): void
  on(event: 'ready' | 'loaderror', listener: () => void): void
  on(event: 'change', listener: (event: { complete: boolean }) => void): void
  focus(): void
  destroy(): void
}

/** Buttons of the wallets that the payer's browser has. */
export interface ExpressElement {
  mount(box: HTMLElement): void
  on(event: 'ready', listener: (event: { availablePaymentMethods?: object }) => void): void
  on(event: 'click', listener: (event: { resolve: () => void }) => void): void
  on(event: 'confirm', listener: (event: { paymentFailed: () => void }) => void): void
  destroy(): void
}

export interface StripeError {
  readonly message?: string
}

/** Stripe's own address, or a simulator on this machine. */
const isStripes = (address: string): boolean => {
  const url = URL.parse(address)
  return (
    url !== null &&
    ((url.protocol === 'https:' && url.hostname === 'js.stripe.com') ||
      (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)))
  )
}

const asScript = vouchForScripts('stripe-script', isStripes)

let loading: Promise<void> | null = null

/**
 * Loads Stripe's script once, for a business. `publishableKey`: the business's own, or the platform's with the business's account
 * behind #. A script that failed to load is loaded again by the next call.
 */
export async function loadStripe(address: string, publishableKey: string): Promise<Stripe> {
  loading ??= addScript(address)
  try {
    await loading
  } catch (error) {
    loading = null
    throw error
  }
  const { Stripe } = window as { Stripe?: (key: string, options?: { stripeAccount: string }) => Stripe }
  if (!Stripe) throw new Error('no Stripe')
  const [key = '', stripeAccount] = publishableKey.split('#')
  return Stripe(key, stripeAccount ? { stripeAccount } : undefined)
}

const addScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = asScript(address)
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Failed to load the payment fields'))
    }
    document.head.append(script)
  })
