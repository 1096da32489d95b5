import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { payerPayment, paymentOption } from '../../../contract/payments/payment-shapes.ts'
import type { payLinkInvoice } from '../../../contract/portal.ts'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import type { Caller } from '../../session/calls/call.ts'

export type PaymentOption = z.output<typeof paymentOption>
export type FormField = PaymentOption['fields'][number]
export type PayerPayment = z.output<typeof payerPayment>
export type PayableInvoice = z.output<typeof payLinkInvoice>

/** The payer: a signed-in portal user, or the holder of a pay link. Both use the same form and calls. */
export interface Payer {
  readonly call: Caller
  /** True when stored methods need a code first: a forwarded link must not show them. */
  readonly locked: boolean
  /** Called when stored methods may be shown. */
  readonly unlocked: () => void
  /** True in a staff preview: nothing can be paid. */
  readonly preview: boolean
  /** Called after a payment: what is owed must be read again. */
  readonly paid: () => void
  /** Pays several invoices; absent where an option pays its own. */
  readonly send?: (option: PaymentOption, form: Record<string, string | boolean>) => Promise<PayerPayment>
  /** The company's date format. */
  readonly dateFormat: DateFormat
}

const PayerContext = createContext<Payer | null>(null)

export const PayerProvider = PayerContext.Provider

export function usePayer(): Payer {
  const payer = useContext(PayerContext)
  if (!payer) throw new Error('usePayer needs a PayerProvider above it')
  return payer
}
