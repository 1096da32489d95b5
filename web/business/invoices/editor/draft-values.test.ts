import { describe, expect, it } from 'vitest'
import {
  blankLine,
  type DraftValues,
  draftBody,
  draftTotals,
  lineFieldNames,
  offeredRates,
} from './draft-values.ts'

const line = (changes: Partial<DraftValues['lines'][number]> = {}) => ({
  ...blankLine(),
  description: 'Cups',
  unit_price: '59.00',
  ...changes,
})

const values = (changes: Partial<DraftValues> = {}): DraftValues => ({
  customer: { id: 'c1', label: 'Harbor & Pine', email: '', currency: 'USD', terms: null },
  number: 'INV-7',
  invoice_date: '2026-11-20',
  terms: 'net_30',
  due_date: '2026-12-20',
  notes: '',
  deposit_to: 'operating',
  lines: [line()],
  ...changes,
})

describe('draft body', () => {
  it('leaves blank lines out and maps each sent line to its form line', () => {
    const { body, sentLines } = draftBody(
      values({ lines: [blankLine(), line(), blankLine(), line()] }),
      'INV-7',
    )
    expect(body.lines).toHaveLength(2)
    expect(sentLines).toEqual([1, 3])
    expect(lineFieldNames(sentLines)['lines.1.quantity']).toBe('lines.3.quantity')
  })

  it('sends a number only when the user changed it', () => {
    expect(draftBody(values(), 'INV-7').body.number).toBeUndefined()
    expect(draftBody(values({ number: ' INV-9 ' }), 'INV-7').body.number).toBe('INV-9')
  })

  it('sends a due date only with custom terms, and empty percentages as zero', () => {
    expect(draftBody(values(), 'INV-7').body.due_date).toBeUndefined()
    const custom = draftBody(
      values({ terms: 'custom', lines: [line({ discount: ' ', tax_rate: '' })] }),
      'INV-7',
    )
    expect(custom.body.due_date).toBe('2026-12-20')
    expect(custom.body.lines[0]).toMatchObject({ discount: '0', tax_rate: '0' })
  })
})

describe('live totals', () => {
  it('adds up typed values like the server, with the currency’s digits', () => {
    const lines = [
      line({ quantity: '24', discount: '5', tax_name: 'Sales tax', tax_rate: '5.5' }),
      line({ quantity: '6', unit_price: '44.47', tax_name: 'Sales tax', tax_rate: '5.5' }),
      line({ quantity: '1', unit_price: '45' }),
    ]
    expect(draftTotals(lines, 'USD')).toEqual({
      subtotal: '1727.82',
      discount: '70.80',
      taxes: [{ name: 'Sales tax', rate: '5.5', base: '1612.02', amount: '88.66' }],
      total: '1745.68',
      lines: ['1345.20', '266.82', '45.00'],
    })
    expect(draftTotals([line({ quantity: '3', unit_price: '100' })], 'JPY').total).toBe('300')
  })

  it('counts unreadable values as zero', () => {
    expect(draftTotals([line({ quantity: '2x' }), line({ unit_price: '' })], 'USD').total).toBe('0.00')
  })
})

it('offers each tax rate once', () => {
  const used = [{ name: 'VAT', rate: '19' }]
  const lines = [line({ tax_name: 'VAT', tax_rate: '19' }), line({ tax_name: 'GST', tax_rate: '5' }), line()]
  expect(offeredRates(used, lines)).toEqual([
    { name: 'VAT', rate: '19' },
    { name: 'GST', rate: '5' },
  ])
})
