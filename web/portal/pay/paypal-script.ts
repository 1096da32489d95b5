import { vouchForScripts } from '../../ui/pdf/script-address.ts'

/** The part of PayPal's interface that is used here. */
export interface PayPal {
  Buttons(options: PayPalHandlers): { render(container: HTMLElement): void }
}

export interface PayPalHandlers {
  /** Before the window opens: false keeps it shut. */
  onClick(data: object, actions: { resolve(): unknown; reject(): unknown }): unknown
  /** Answers with the order's id. */
  createOrder(): Promise<string>
  onApprove(data: { orderID: string }): Promise<void>
  onCancel(data: { orderID?: string }): Promise<void>
  onError(error: unknown): void
}

const SCRIPT = '/sandbox-paypal.js'

/** PayPal's own address, and no other script. */
const asScript = vouchForScripts('paypal-script', (address) => address.startsWith(`${SCRIPT}?`))

/** Loads PayPal's script for a business. A script that did not arrive is taken out, so that the next try is a new one. */
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
