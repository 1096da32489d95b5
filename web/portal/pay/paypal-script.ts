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

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes }

/** Pages let no mere text become a script: what comes from here is PayPal's own address and nothing else. */
const addresses = trustedTypes?.createPolicy('paypal-script', {
  createScriptURL(address) {
    if (!address.startsWith(`${SCRIPT}?`)) throw new TypeError('not the address of a script')
    return address
  },
})
const asScript = (address: string): string => addresses?.createScriptURL(address) ?? address

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
