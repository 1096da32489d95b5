import type { z } from 'zod'
import type { paymentDetail } from '../../../contract/payments/payment-shapes.ts'

export type PaymentDetail = z.output<typeof paymentDetail>
