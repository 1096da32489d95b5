import { amountAt } from '../rules/amounts.ts'
import { refundCapture } from '../rules/change-capture.ts'
import type { Capture } from '../state/wire-types.ts'
import { businessOf, type Call, type Route, textAt, valueAt } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

const KEPT_MS = 45 * 86_400_000

export const captureRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v2/payments/captures/:id',
    handle: (call) => ({ status: 200, body: findCapture(call) }),
  },
  {
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    keptMs: KEPT_MS,
    handle(call) {
      const capture = findCapture(call)
      const amount = valueAt(call.body, 'amount') === undefined ? null : amountAt(call.body, 'amount')
      if (amount && amount.money.currency_code !== capture.amount.currency_code)
        throw new PayPalError(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
      const refund = refundCapture(call.world, businessOf(call), capture, {
        minor: amount?.minor ?? null,
        customId: textAt(call.body, 'custom_id'),
        note: textAt(call.body, 'note_to_payer'),
      })
      return { status: 201, body: refund }
    },
  },
  {
    method: 'GET',
    path: '/v2/payments/refunds/:id',
    handle(call) {
      const refund = businessOf(call).refunds.get(call.ids[0]!)
      if (!refund) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
      return { status: 200, body: refund }
    },
  },
]

function findCapture(call: Call): Capture {
  const capture = businessOf(call).captures.get(call.ids[0]!)
  if (!capture) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
  return capture
}
