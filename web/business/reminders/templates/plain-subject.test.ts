import { expect, it } from 'vitest'
import { STARTER_TEMPLATES } from '../../../../domain/reminders/starter-flows.ts'
import { plainSubject } from './plain-subject.ts'

it('shows the case of one invoice, with variables in brackets', () => {
  expect(plainSubject(STARTER_TEMPLATES.coming_due.subject)).toBe(
    'Invoice [invoice number] is due on [invoice due date]',
  )
  expect(plainSubject(STARTER_TEMPLATES.third.subject)).toBe(
    'Please pay invoice [invoice number]: [totals remaining] past due',
  )
  expect(plainSubject('  Hello {{ customer.name | upcase }} ')).toBe('Hello [customer name]')
})
