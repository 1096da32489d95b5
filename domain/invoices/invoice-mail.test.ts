import { expect, it } from 'vitest'
import { invoiceMailText } from './invoice-mail.ts'

const facts = {
  companyName: 'Brightwater Supply Co.',
  number: 'INV-1042',
  dueDate: '2026-12-20',
  amountDue: '$124.50',
  message: '',
}
const when = { today: '2026-11-20', dateFormat: 'MDY' } as const

it('the subject names the invoice, the company, the amount and the due date', () => {
  expect(invoiceMailText(facts, when)).toMatchObject({
    subject: 'Invoice INV-1042 from Brightwater Supply Co. — $124.50 due Dec 20',
    opening: 'Please find invoice INV-1042 attached as a PDF.',
    due: 'Due Dec 20, 2026',
  })
})

it('a paid invoice is announced as paid', () => {
  expect(invoiceMailText({ ...facts, amountDue: null }, when).subject).toBe(
    'Invoice INV-1042 from Brightwater Supply Co. — paid',
  )
})

it('a written message replaces the first lines, and a company without a name has a signature', () => {
  expect(invoiceMailText({ ...facts, companyName: '', message: 'Thank you.' }, when)).toMatchObject({
    heading: 'Invoice INV-1042 from Your supplier',
    opening: 'Thank you.',
  })
})
