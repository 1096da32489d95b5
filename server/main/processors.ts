import type { BillingProvider } from '../gateways/billing/port.ts'
import { createBillingSandbox } from '../gateways/billing/sandbox/index.ts'
import { createStripeBilling } from '../gateways/billing/stripe/index.ts'
import { createLawPay } from '../gateways/payments/lawpay/index.ts'
import { createPayPal } from '../gateways/payments/paypal/index.ts'
import { createPayTrace } from '../gateways/payments/paytrace/index.ts'
import type { PaymentProcessor } from '../gateways/payments/port.ts'
import { createQuickBooksPayments } from '../gateways/payments/quickbooks-payments/index.ts'
import { createSandbox } from '../gateways/payments/sandbox/index.ts'
import { createStripe } from '../gateways/payments/stripe/index.ts'
import type { App } from '../platform/context.ts'

/** Creates this process's processors, all behind the same port. */
export const createProcessors = (app: App): PaymentProcessor[] => [
  createSandbox(app),
  ...(app.config.lawPay ? [createLawPay(app.config.lawPay)] : []),
  ...(app.config.stripe ? [createStripe(app.config.stripe)] : []),
  ...(app.config.payPal ? [createPayPal(app.config.payPal, () => app.clock.wallNow())] : []),
  ...quickBooksPayments(app),
  ...(app.config.payTrace ? [createPayTrace(app.config.payTrace, () => app.clock.wallNow())] : []),
]

function quickBooksPayments({ config: { intuit }, clock }: App): PaymentProcessor[] {
  const address = intuit?.paymentsUrl
  return intuit && address ? [createQuickBooksPayments(intuit, address, () => clock.wallNow())] : []
}

/** Creates the seller of Quittance's plans; null where none are sold. */
export function createBilling(app: App): BillingProvider | null {
  const { billing } = app.config
  if (billing === null) return null
  return billing.provider === 'sandbox' ? createBillingSandbox(app) : createStripeBilling(billing)
}
