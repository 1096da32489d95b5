import { describe, expect, it } from 'vitest'
import { draftDifferences, keepMine } from './draft-differences.ts'
import { blankLine, type DraftValues } from './draft-values.ts'

const line = (description: string, changes: Partial<DraftValues['lines'][number]> = {}) => ({
  ...blankLine(),
  description,
  unit_price: '59.00',
  ...changes,
})

const read: DraftValues = {
  customer: { id: 'c1', label: 'Harbor & Pine', email: '', currency: 'USD', terms: null },
  number: 'INV-7',
  invoice_date: '2026-11-20',
  terms: 'net_30',
  due_date: '2026-12-20',
  notes: 'Dock 2.',
  deposit_to: 'operating',
  lines: [line('Cups'), line('Lids')],
}

const differences = (now: Partial<DraftValues>, mine: Partial<DraftValues> = {}) =>
  draftDifferences({ read, now: { ...read, ...now }, mine: { ...read, ...mine } }, (date) => `on ${date}`)

describe('differences of a draft', () => {
  it('list what somebody else changed, with what was typed here instead', () => {
    const theirs = { notes: 'Dock 3.', terms: 'net_45', due_date: '2027-01-04' } as const
    expect(differences(theirs, { notes: 'Dock 4.' })).toEqual([
      { label: 'Terms', before: 'Net 30', now: 'Net 45', mine: null },
      { label: 'Due date', before: 'on 2026-12-20', now: 'on 2027-01-04', mine: null },
      { label: 'Note to the customer', before: 'Dock 2.', now: 'Dock 3.', mine: 'Dock 4.' },
    ])
  })

  it('write changed, added and removed lines in words', () => {
    const added = line('Straws', {
      detail: 'Paper',
      quantity: '3',
      discount: '5',
      tax_name: 'VAT',
      tax_rate: '19',
    })
    expect(differences({ lines: [line('Cups', { quantity: '2' }), read.lines[1]!, added] })).toEqual([
      { label: 'Line 1', before: 'Cups: 1 × 59.00', now: 'Cups: 2 × 59.00', mine: null },
      { label: 'Line 3', before: '', now: 'Straws, Paper: 3 × 59.00 −5% VAT 19%', mine: null },
    ])
    expect(
      differences({ lines: [read.lines[0]!] }, { lines: [read.lines[0]!, line('Lids', { quantity: '9' })] }),
    ).toEqual([{ label: 'Line 2', before: 'Lids: 1 × 59.00', now: '', mine: 'Lids: 9 × 59.00' }])
  })

  it('are none where both typed the same, or only this person did', () => {
    expect(differences({ notes: 'Same.' }, { notes: 'Same.' })).toEqual([
      { label: 'Note to the customer', before: 'Dock 2.', now: 'Same.', mine: null },
    ])
    expect(differences({}, { notes: 'Mine.', lines: [line('Bowls')] })).toEqual([])
  })
})

describe('keeping what was typed', () => {
  it('leaves what only the other person changed', () => {
    const now = { ...read, number: 'INV-9', lines: [line('Theirs')] }
    expect(keepMine({ read, now, mine: { ...read, notes: 'Mine.' } })).toEqual({ ...now, notes: 'Mine.' })
    expect(keepMine({ read, now, mine: { ...read, lines: [line('Mine')] } }).lines).toEqual([line('Mine')])
  })

  it('keeps terms and dates together, and takes an empty line for no change', () => {
    const now: DraftValues = { ...read, terms: 'net_45', due_date: '2027-01-04' }
    const mine: DraftValues = {
      ...read,
      due_date: '2026-12-24',
      terms: 'custom',
      lines: [...read.lines, blankLine()],
    }
    expect(keepMine({ read, now, mine })).toMatchObject({
      terms: 'custom',
      due_date: '2026-12-24',
      lines: now.lines,
    })
  })
})
