import { describe, expect, it } from 'vitest'
import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { DAY_MS, HOUR_MS } from '../../../../domain/dates/durations.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { nextCheckMs } from './check-schedule.ts'
import { optionFields, optionIdOf, parseOptionId, readOptionForm, storedOptionId } from './option-form.ts'
import { methodText, payerMessage } from './texts.ts'

describe('addresses of payment options', () => {
  it('are parsed as they are formatted', () => {
    for (const type of ['credit_card', 'e_check', 'paypal'] as const)
      expect(parseOptionId(optionIdOf('quickbooks-payments', type))).toEqual({
        kind: 'new',
        provider: 'quickbooks-payments',
        type,
      })
    const methodId = '01a1f97a-9210-737b-b2a6-1ca831bc0e98'
    expect(parseOptionId(storedOptionId(methodId))).toEqual({ kind: 'stored', methodId })
    expect(parseOptionId(`stored-${methodId.toUpperCase()}`)).toEqual({ kind: 'stored', methodId })
    for (const text of ['', 'card', '-card', 'stored-', 'stored-card', 'stored-../x', 'sandbox'])
      expect(parseOptionId(text)).toBeNull()
  })
})

it.each([true, false])('ticks the box that saves the method as the company chose: %s', (storedByDefault) => {
  const form = { currency: 'USD', payableMinor: 100n, surchargePpm: 0, own: [], stored: null }
  const fields = optionFields({
    ...form,
    storable: true,
    storedByDefault,
    autoPayable: false,
    consentProtected: false,
  })
  expect(fields.find(({ name }) => name === 'store_method')?.initial).toBe(storedByDefault)
})

describe('a filled form', () => {
  const own: FormFieldShape[] = [
    { name: 'holder', label: 'Holder', read_only: false, required: true, type: 'string', max_length: 5 },
  ]
  const rules = {
    currency: 'KWD',
    payableMinor: 12_345n,
    surchargePpm: 0,
    own,
    storable: true,
    autoPayable: true,
    consentProtected: false,
    stored: null,
    partialAllowed: true,
  }
  const filled = { holder: 'Pat', amount: '12.345', request_id: 'request-1' }

  it('parses amounts with the currency’s decimals', () => {
    expect(readOptionForm(filled, rules)).toEqual({
      ok: true,
      form: {
        amountMinor: 12_345n,
        shownSurchargePpm: null,
        requestId: 'request-1',
        storeMethod: false,
        enableAutoPayments: false,
        values: { holder: 'Pat' },
      },
    })
    const refused = readOptionForm({ ...filled, amount: '12.3456' }, rules)
    expect(refused.ok || refuseFields(refused.fields).fields).toEqual({
      amount: ['Enter an amount with at most 3 decimals.'],
    })
  })

  it('stores the method with a consent to automatic payments', () => {
    const read = readOptionForm({ ...filled, enable_auto_payments: true }, rules)
    expect(read).toMatchObject({ form: { storeMethod: true, enableAutoPayments: true } })
    const stored = { ...rules, own: [], stored: { id: 'm', display: 'Visa', paysAutomatically: false } }
    const again = readOptionForm(
      { amount: '1', request_id: 'request-1', enable_auto_payments: 'true', method: 'm' },
      stored,
    )
    expect(again).toMatchObject({ form: { storeMethod: false, enableAutoPayments: true } })
  })

  it('shows that a stored method already pays automatically, and takes no second consent', () => {
    const auto = { ...rules, own: [], stored: { id: 'm', display: 'Visa', paysAutomatically: true } }
    expect(optionFields(auto).find(({ name }) => name === 'enable_auto_payments')).toMatchObject({
      label: 'Already pays invoices automatically',
      read_only: true,
      initial: true,
    })
    const filledAgain = { amount: '1', request_id: 'request-1', enable_auto_payments: true }
    expect(readOptionForm(filledAgain, auto)).toMatchObject({ ok: true, form: { enableAutoPayments: false } })
  })

  it('refuses unknown fields and another method than its own', () => {
    expect(readOptionForm({ ...filled, status: 'confirmed', __proto__x: '1' }, rules)).toMatchObject({
      fields: { status: ['This field is not known.'], __proto__x: ['This field is not known.'] },
    })
    const unstorable = { ...rules, storable: false, autoPayable: false }
    expect(readOptionForm({ ...filled, store_method: true }, unstorable)).toMatchObject({
      fields: { store_method: ['This field is not known.'] },
    })
    const stored = { ...rules, own: [], stored: { id: 'm', display: 'Visa', paysAutomatically: false } }
    expect(readOptionForm({ amount: '1', request_id: 'request-1', method: 'x' }, stored)).toMatchObject({
      fields: { method: ['Select a valid choice.'] },
    })
  })
})

it('checks after 30 s, 2 min, 10 min and 1 h, then daily: seven times, fourteen for an e-check', () => {
  const until = (type: string) =>
    Array.from({ length: 30 }, (_, made) => nextCheckMs(type, made)).filter((ms) => ms !== null)
  expect(until('credit_card')).toEqual([
    30_000,
    120_000,
    600_000,
    HOUR_MS,
    ...Array.from({ length: 7 }, () => DAY_MS),
  ])
  expect(until('e_check')).toHaveLength(18)
})

it('names methods and states', () => {
  expect(methodText('credit_card', 'Visa', '4242')).toBe('Visa •••• 4242')
  expect(methodText('bank_transfer', '', '')).toBe('Bank transfer')
  expect(methodText('e_check', '', '6789')).toBe('E-check •••• 6789')
  const said = { type: 'credit_card', failure_message: null, provider_ref: null } as const
  expect(payerMessage({ ...said, status: 'confirmed' })).toBe('We have received your payment, thank you!')
  expect(payerMessage({ ...said, status: 'rejected', failure_message: 'No.' })).toBe('No.')
})
