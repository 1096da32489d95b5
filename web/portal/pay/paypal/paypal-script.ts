import { vouchForScripts } from '../../../ui/pdf/script-address.ts'

/** The part of PayPal's interface in use. */
export interface PayPal {
  Buttons(options: PayPalHandlers): {
    /** The Sandbox draws at once; PayPal's own button is drawn when its frame has loaded. */
    render(container: HTMLElement): Promise<void> | void
  }
}

export interface PayPalHandlers {
  /** Runs before the window opens; false keeps it closed. */
  onClick(data: object, actions: { resolve(): unknown; reject(): unknown }): unknown
  /** Resolves to the order's id. */
  createOrder(): Promise<string>
  onApprove(data: { orderID: string }): Promise<void>
  onCancel(data: { orderID?: string }): Promise<void>
  onError(error: unknown): void
}

const SANDBOX = '/sandbox-paypal.js'

/** PayPal's own address, a simulator on this machine, or the Sandbox's script. */
function isPayPals(address: string): boolean {
  if (address.startsWith(`${SANDBOX}?`)) return true
  const url = URL.parse(address)
  return (
    url !== null &&
    ((url.protocol === 'https:' && url.hostname === 'www.paypal.com') ||
      (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)))
  )
}

const asScript = vouchForScripts('paypal-script', isPayPals)

/** Address of the script of a business; the Sandbox's where none is given. */
export const scriptOf = (script: string | undefined, clientId: string): string =>
  script ?? `${SANDBOX}?${new URLSearchParams({ 'client-id': clientId })}`

/**
 * Loads PayPal's script for a business. Removes a script that failed to load, so that a retry loads it again.
 */
export function loadPayPal(address: string): Promise<PayPal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = asScript(address)
    // The page's policy allows style elements with this nonce only.
    const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content
    if (nonce) script.dataset.cspNonce = nonce
    script.onload = () => {
      const { paypal } = window as { paypal?: PayPal }
      if (paypal) resolve(paypal)
      else script.onerror?.('no PayPal')
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('Failed to load PayPal script'))
    }
    document.head.append(script)
  })
}
