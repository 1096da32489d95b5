import { createLawPay } from '../gateways/payments/lawpay/index.ts'
import { createPayPal } from '../gateways/payments/paypal/index.ts'
import { createPayTrace } from '../gateways/payments/paytrace/index.ts'
import type { PaymentProcessor } from '../gateways/payments/port.ts'
import { createSandbox } from '../gateways/payments/sandbox/index.ts'
import { createStripe } from '../gateways/payments/stripe/index.ts'
import type { App } from '../platform/context.ts'

/** Creates this process's processors, all behind the same port. */
export const createProcessors = (app: App): PaymentProcessor[] => [
  createSandbox(app),
  ...(app.config.lawPay ? [createLawPay(app.config.lawPay)] : []),
  ...(app.config.stripe ? [createStripe(app.config.stripe)] : []),
  ...(app.config.payPal ? [createPayPal(app.config.payPal, () => app.clock.wallNow())] : []),
  ...(app.config.payTrace ? [createPayTrace(app.config.payTrace, () => app.clock.wallNow())] : []),
]
