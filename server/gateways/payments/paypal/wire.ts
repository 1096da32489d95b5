import { z } from 'zod'
import { isCurrency, parseAmount } from '../../../../domain/money/money.ts'
import type { Money } from '../port.ts'

/** An amount as a decimal text, such as "12.50". */
export const money = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform((given, at): Money => {
    const { currency_code: currency, value } = given
    const parsed = isCurrency(currency) ? parseAmount(value, currency) : null
    if (parsed?.ok) return { minor: parsed.minor, currency }
    at.addIssue({ code: 'custom', message: 'not an amount' })
    return z.NEVER
  })

const link = z.object({ href: z.string(), rel: z.string() })
const instant = z.string().optional()
const links = z.array(link).default([])

export const captureShape = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: money,
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional(),
  custom_id: z.string().optional(),
  create_time: instant,
  update_time: instant,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  links,
})

export const refundShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().optional(),
  create_time: instant,
  update_time: instant,
  links,
})

const vault = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  customer: z.object({ id: z.string().optional() }).optional(),
})

export const orderShape = z.object({
  id: z.string(),
  intent: z.string().optional(),
  status: z.string(),
  create_time: instant,
  update_time: instant,
  payment_source: z
    .object({ paypal: z.object({ attributes: z.object({ vault: vault.optional() }).optional() }).optional() })
    .optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: money,
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        payments: z
          .object({
            captures: z.array(captureShape).default([]),
            refunds: z.array(refundShape).default([]),
          })
          .optional(),
      }),
    )
    .min(1),
  links,
})

export type WireOrder = z.output<typeof orderShape>
export type WireCapture = z.output<typeof captureShape>
export type WireRefund = z.output<typeof refundShape>

/** Last part of the address of a related object. */
const linkedId = (of: { links: readonly z.output<typeof link>[] }, rel: string): string | undefined =>
  of.links
    .find((one) => one.rel === rel)
    ?.href.split('/')
    .at(-1)

/** The order of a capture, as PayPal names it beside the capture or in its link. */
export const orderOfCapture = (capture: WireCapture): string | undefined =>
  capture.supplementary_data?.related_ids?.order_id ?? linkedId(capture, 'up')
