import type { FormFieldShape } from '../../../contract/payments/payment-shapes.ts'

/** Values of a submitted form by the fields' names. */
export type Values = Readonly<Record<string, string | boolean>>

/** A required text field of a payment form, unless `more` says otherwise. */
export const field = (name: string, label: string, more: Partial<FormFieldShape> = {}): FormFieldShape => ({
  name,
  label,
  read_only: false,
  required: true,
  type: 'string',
  ...more,
})

const choice = (value: string) => ({ value, display_name: value })

/** Choices of a card's expiration: months 01 to 12, and `count` years from today's on. `today`: calendar date. */
export function expirationChoices(today: string, count: number) {
  const year = Number(today.slice(0, 4))
  return {
    months: Array.from({ length: 12 }, (_, index) => choice(String(index + 1).padStart(2, '0'))),
    years: Array.from({ length: count }, (_, index) => choice(String(year + index))),
  }
}
