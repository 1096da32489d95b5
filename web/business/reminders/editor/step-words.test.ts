import { describe, expect, it } from 'vitest'
import { hourText } from '../../../ui/text/hour-text.ts'
import { ACCOUNT_SENDER } from '../senders/sender-values.ts'
import { extrasOf, whenText } from './step-words.ts'

describe('words of a step', () => {
  it('tell its day', () => {
    expect(whenText({ days: '7', direction: 'before', anchor: 'due_date' })).toBe(
      '7 days before the due date',
    )
    expect(whenText({ days: '1', direction: 'after', anchor: 'invoice_date' })).toBe(
      '1 day after the invoice date',
    )
    expect(whenText({ days: '', direction: 'on', anchor: 'due_date' })).toBe('On the due date')
    expect(whenText({ days: '0', direction: 'after', anchor: 'due_date' })).toBe('On the due date')
    expect(whenText({ days: '', direction: 'after', anchor: 'due_date' })).toBe('Days after the due date')
    expect(whenText({ days: '1', direction: 'after', anchor: 'paid' })).toBe('1 day after the payment')
    expect(whenText({ days: '', direction: 'on', anchor: 'paid' })).toBe('On the day of the payment')
  })

  it('tell its hour', () => {
    expect([0, 9, 12, 23].map(hourText)).toEqual(['12:00 AM', '9:00 AM', '12:00 PM', '11:00 PM'])
  })

  it('tell what it sends besides its text', () => {
    const plain = {
      kind: 'email' as const,
      anchor: 'due_date' as const,
      attachPdf: false,
      copies: ' ',
      repeatTimes: '',
      sender: ACCOUNT_SENDER,
    }
    expect(extrasOf(plain, null)).toEqual([])
    expect(extrasOf({ ...plain, kind: 'task', attachPdf: true, copies: 'a@b.test' }, null)).toEqual([])
    expect(extrasOf({ ...plain, attachPdf: true, copies: 'a@b.test', repeatTimes: '3' }, '$100.00')).toEqual([
      'Remaining at least $100.00',
      'Up to 4 times',
      'PDF attached',
      'With copies',
    ])
    const thanks = { ...plain, anchor: 'paid' as const, attachPdf: true, repeatTimes: '3' }
    expect(extrasOf({ ...thanks, sender: { ...ACCOUNT_SENDER, from: 'm' } }, '$100.00')).toEqual([
      'Paid at least $100.00',
      'Other sender',
    ])
  })
})
