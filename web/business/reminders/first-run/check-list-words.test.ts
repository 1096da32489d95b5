import { expect, it } from 'vitest'
import {
  type CheckListReply,
  daysOffText,
  notSentTexts,
  senderText,
  tomorrowText,
} from './check-list-words.ts'

const LIST: CheckListReply = {
  system_enabled: false,
  use_legacy_reminders: false,
  subscription_is_active: true,
  flows: [],
  tomorrow: { day: '2026-11-27', messages: 0, customers: 0, totals: [], first: [], more: false },
  not_sent: [],
  days_off: { weekends: true, holiday_country: null, tomorrow: null },
  sender: {
    name: 'Brightwater',
    address: 'mail@quittance.test',
    reply_to: 'billing@brightwater.test',
    delivery: 'mail_server',
    undelivered: 0,
  },
}

it('says how many messages go to how many customers about how much, by currency', () => {
  const tomorrow = {
    ...LIST.tomorrow,
    messages: 1200,
    customers: 1,
    totals: [
      { currency: 'USD', remaining: '4300.50' },
      { currency: 'EUR', remaining: '80.00' },
    ],
  }
  expect(tomorrowText({ ...LIST, tomorrow }, 'YMD')).toBe(
    'Tomorrow, 2026-11-27: 1,200 messages to 1 customer about $4,300.50 and €80.00',
  )
  expect(tomorrowText({ ...LIST, tomorrow: { ...tomorrow, more: true } }, 'YMD')).toContain('at least 1,200')
  // Thank-yous are about nothing that is owed.
  expect(tomorrowText({ ...LIST, tomorrow: { ...tomorrow, totals: [] } }, 'YMD')).toBe(
    'Tomorrow, 2026-11-27: 1,200 messages to 1 customer',
  )
})

it('says why nothing is sent on a day off', () => {
  const off = (tomorrow: string | null) =>
    tomorrowText({ ...LIST, days_off: { ...LIST.days_off, tomorrow } }, 'YMD')
  expect(off(null)).toBe('Tomorrow, 2026-11-27: nothing is sent')
  expect(off('weekend')).toBe('Tomorrow, 2026-11-27: nothing is sent, it is the weekend')
  expect(off('Thanksgiving Day')).toBe('Tomorrow, 2026-11-27: nothing is sent, it is Thanksgiving Day')
})

it('counts what is not sent by reason', () => {
  const not_sent = [
    { reason: 'gap', invoices: 2 },
    { reason: 'no_address', invoices: 1 },
  ] as const
  expect(notSentTexts({ ...LIST, not_sent: [...not_sent] })).toEqual([
    '2 invoices: too soon after the last reminder',
    '1 invoice: the customer has no email address',
  ])
})

it('warns about a sender that nobody can answer or whose mail does not leave', () => {
  const sender = (change: Partial<CheckListReply['sender']>) =>
    senderText({ ...LIST, sender: { ...LIST.sender, ...change } })
  expect(sender({})).toMatchObject({ fine: true, title: 'Sent as Brightwater <mail@quittance.test>' })
  expect(sender({ reply_to: '' }).fine).toBe(false)
  expect(sender({ delivery: 'none' }).fine).toBe(false)
  expect(sender({ delivery: 'paused' }).fine).toBe(false)
  expect(sender({ undelivered: 1 }).notes).toContain('1 email of the last 7 days could not be delivered.')
})

it('names the days on which nothing is sent', () => {
  const days = (weekends: boolean, holiday_country: string | null) =>
    daysOffText({ ...LIST, days_off: { weekends, holiday_country, tomorrow: null } })
  expect(days(true, 'US')).toBe('Nothing is sent on weekends and public holidays of United States')
  expect(days(false, null)).toBe('Sent on every day, weekends and public holidays included')
})
