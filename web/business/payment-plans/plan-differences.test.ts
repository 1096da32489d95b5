import { expect, it } from 'vitest'
import { keepMyProposal, type ProposalParts, planDifferences } from './plan-differences.ts'

const READ: ProposalParts = {
  installments: [
    { due: '2026-12-01', amount: '40.00', isDown: true },
    { due: '2027-01-01', amount: '50.00', isDown: false },
  ],
  fee: '',
  message: '',
}
const meet = (theirs: Partial<ProposalParts>, mine: Partial<ProposalParts>) => {
  const versions = { read: READ, now: { ...READ, ...theirs }, mine: { ...READ, ...mine } }
  return {
    shown: planDifferences(versions, 'USD', (date) => date),
    kept: keepMyProposal(versions, 'USD'),
  }
}
const row = (due: string, amount: string) => ({ due, amount, isDown: false })

it('keeps what either person changed of a proposal, and shows the change of the other', () => {
  const installments = [row('2027-01-15', '90.00')]
  const { shown, kept } = meet({ installments }, { fee: '5', message: 'Thanks.' })
  expect(shown).toEqual([
    {
      label: 'Installments',
      before: '2026-12-01: 40.00, down payment\n2027-01-01: 50.00',
      now: '2027-01-15: 90.00',
      mine: null,
    },
  ])
  expect(kept).toEqual({ installments, fee: '5', message: 'Thanks.' })
})

it('shows both where both changed a part, and keeps mine', () => {
  const mine = { installments: [row('2027-03-01', '90')], fee: 'none', message: ' As agreed. ' }
  const { shown, kept } = meet(
    { installments: [row('2027-02-01', '90.00')], fee: '2.50', message: 'As agreed.' },
    mine,
  )
  expect(shown.map((one) => [one.label, one.now, one.mine])).toEqual([
    ['Installments', '2027-02-01: 90.00', '2027-03-01: 90.00'],
    ['Fee', '2.50', 'none'],
    ['Message to the customer', 'As agreed.', null],
  ])
  expect(kept).toEqual(mine)
})

it('doesn’t count an amount that is typed in another form as changed', () => {
  const retyped = READ.installments.map((one) => ({ ...one, amount: one.amount.replace('.00', '') }))
  const { shown, kept } = meet({ fee: '2.50' }, { installments: retyped })
  expect(shown).toEqual([{ label: 'Fee', before: '', now: '2.50', mine: null }])
  expect(kept).toEqual({ ...READ, fee: '2.50' })
})
