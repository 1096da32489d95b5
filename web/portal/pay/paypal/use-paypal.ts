import { useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { t } from '../../../ui/language/text.ts'
import { type PaymentOption, usePayer } from '../payer.ts'
import type { Pay } from '../use-pay.ts'
import type { PayPalHandlers } from './paypal-script.ts'

type Body = Record<string, string | boolean>

/** Handlers of PayPal's button: create an order, capture it after approval, cancel it otherwise. */
export function usePayPal(option: PaymentOption, pay: Pay, read: () => Body | null): PayPalHandlers {
  const payer = usePayer()
  const body = useRef<Body>({})
  const params = { invoice: option.extra_data.invoice_id }
  const failed = (error: unknown): void => {
    const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
    const said = fields.join(' ') || (error as Error | null)?.message || t('Error creating order')
    const text = error instanceof ApiError && fields.length === 0 ? undefined : said
    pay.refused(error, { type: option.type, text })
  }
  return {
    onClick: (_, actions) => {
      const filled = read()
      if (filled === null) return actions.reject()
      body.current = filled
      return actions.resolve()
    },
    createOrder: async () => {
      const { amount, request_id, store_method, surcharge_percentage } = body.current
      const order = {
        amount: String(amount),
        request_id: String(request_id),
        installment_id: option.extra_data.installment_id ?? undefined,
        store_method: store_method === true,
        ...(surcharge_percentage !== undefined && { surcharge_percentage: String(surcharge_percentage) }),
      }
      return (await payer.call(contract.payments.createOrder, { params, body: order })).id
    },
    onApprove: async ({ orderID }) => {
      const { request_id, store_method } = body.current
      pay.run(
        () =>
          payer.call(contract.payments.captureOrder, {
            params,
            body: {
              order_id: orderID,
              request_id: String(request_id),
              store_method: store_method === true,
            },
          }),
        option.type,
      )
    },
    onCancel: async ({ orderID }) => {
      if (orderID === undefined) return
      // An order expires by itself when this call fails; until then the next payment replaces it.
      await payer.call(contract.payments.cancelOrder, { params, body: { order_id: orderID } }).catch(() => {})
      pay.startOver()
    },
    onError: failed,
  }
}
