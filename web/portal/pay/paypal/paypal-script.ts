import { vouchForScripts } from '../../../ui/pdf/script-address.ts'

/** The part of PayPal's interface in use. */
export interface PayPal {
  Buttons(options: PayPalHandlers): { render(container: HTMLElement): void }
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

const SCRIPT = '/sandbox-paypal.js'

/** Trusts PayPal's own address only. */
const asScript = vouchForScripts('paypal-script', (address) => address.startsWith(`${SCRIPT}?`))

/**
 * Loads PayPal's script for a business. Removes a script that failed to load, so that a retry loads it again.
 */
export function loadPayPal(clientId: string): Promise<PayPal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = asScript(`${SCRIPT}?${new URLSearchParams({ 'client-id': clientId })}`)
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
