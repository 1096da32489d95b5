/** Names of payment processors by their ids. They are the same in every language; the Sandbox has none. */
export const PROCESSOR_NAMES: Readonly<Record<string, string>> = {
  stripe_connect: 'Stripe',
  paypal: 'PayPal',
  paytrace: 'PayTrace',
  lawpay: 'LawPay',
  quickbooks_payments: 'QuickBooks Payments',
}

/** Returns a processor's name for staff. */
export const processorName = (id: string): string =>
  id === 'sandbox' ? 'Sandbox' : (PROCESSOR_NAMES[id] ?? id)
