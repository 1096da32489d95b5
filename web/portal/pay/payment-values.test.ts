import { expect, it } from 'vitest'
import type { FormField, PaymentOption } from './payer.ts'
import { checkValues } from './payment-values.ts'

const amount = (bounds: Partial<FormField>): FormField => ({
  name: 'amount',
  label: 'Amount',
  read_only: false,
  required: true,
  type: 'decimal',
  ...bounds,
})
const option: PaymentOption = {
  type: 'credit_card',
  provider: 'sandbox',
  url: '/api/invoices/i/payment-options/sandbox-card/',
  currency: 'USD',
  invoice_balance: '250.00',
  balance: '250.00',
  surcharge_percentage: '0',
  partial_allowed: true,
  company_logo: null,
  extra_data: { invoice_id: 'i', installment_id: null },
  fields: [],
}
const problemOf = (field: FormField, typed: string) => checkValues(option, [field], { amount: typed }).amount

it('names the minimum and the maximum of the amount as other fields do', () => {
  const field = amount({ min_value: '5.00', max_value: '200.00' })
  expect(problemOf(field, '4.99')).toBe('Amount must be at equal or more than 5.00.')
  expect(problemOf(field, '200.01')).toBe('Amount must be at equal or less than 200.00.')
  for (const bound of ['5.00', '200.00']) expect(problemOf(field, bound)).toBeUndefined()
})

it('names the balance when that is the maximum', () => {
  expect(problemOf(amount({ max_value: '250.00' }), '250.01')).toBe(
    'The amount should not be greater than the balance of 250.00',
  )
})
