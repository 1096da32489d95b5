import { z } from 'zod'

export const errorsShape = z.object({
  errors: z
    .array(
      z.object({
        code: z.string(),
        type: z.string().nullish(),
        message: z.string().nullish(),
        detail: z.string().nullish(),
      }),
    )
    .min(1),
})

/** Decimals are texts on the wire: "10.55". */
const amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)

const refund = z.object({
  id: z.string().min(1),
  created: z.string(),
  status: z.string(),
  amount,
  description: z.string().nullish(),
})
export const refundShape = refund
export type QuickBooksRefund = z.output<typeof refund>

export const chargeShape = z.object({
  id: z.string().min(1),
  created: z.string(),
  status: z.enum(['AUTHORIZED', 'CAPTURED', 'SETTLED', 'DECLINED', 'CANCELLED', 'REFUNDED']),
  amount,
  currency: z.string(),
  description: z.string().nullish(),
  card: z
    .object({
      number: z.string().nullish(),
      cardType: z.string().nullish(),
      expMonth: z.string().nullish(),
      expYear: z.string().nullish(),
    })
    .nullish(),
  refundDetail: z.array(refund).nullish(),
})
export type QuickBooksCharge = z.output<typeof chargeShape>

export const checkShape = z.object({
  id: z.string().min(1),
  created: z.string(),
  status: z.enum(['PENDING', 'SUCCEEDED', 'DECLINED', 'VOIDED', 'REFUNDED']),
  amount,
  description: z.string().nullish(),
  bankAccount: z.object({ accountNumber: z.string().nullish() }).nullish(),
  refundDetail: z.array(refund).nullish(),
})
export type QuickBooksCheck = z.output<typeof checkShape>

/** The answer of a charge that was canceled by its request's id. */
export const voidShape = z.object({ status: z.string() })

export const storedShape = z.object({ id: z.string().min(1) })
export const storedListShape = z.array(storedShape)
export const nothing = z.unknown()
