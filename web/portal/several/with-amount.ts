import type { PaymentOption } from '../pay/payer.ts'

/** A way to pay for the chosen invoices: their sum is its balance, and its largest amount unless more is allowed. */
export const withAmount = (option: PaymentOption, sum: string, prepayAllowed: boolean): PaymentOption => ({
  ...option,
  invoice_balance: sum,
  balance: sum,
  fields: option.fields.map((field) =>
    field.name === 'amount' ? { ...field, initial: sum, ...(!prepayAllowed && { max_value: sum }) } : field,
  ),
})
