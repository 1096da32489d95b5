import { expect, it } from 'vitest'
import type { CustomerFacts } from '../../../../domain/reminders/decide-reminder.ts'
import type { Step } from '../../../../domain/reminders/flow.ts'
import { type FormerHold, type RehearsedInvoice, rehearseCustomer } from './rehearse-customer.ts'

const customer: CustomerFacts = {
  isActive: true,
  remindersOn: true,
  groupRemindersOn: true,
  hasAddress: true,
  addressMark: null,
  pause: null,
  lastSentOn: null,
}
const step = (offsetDays: number, more: Partial<Step> = {}): Step => ({
  id: `step-${offsetDays + 100}`,
  name: `Day ${offsetDays}`,
  kind: 'email',
  anchor: 'due_date',
  offsetDays,
  hour: 9,
  templateId: 'template',
  text: '',
  members: [],
  repeatDays: 0,
  repeatTimes: 0,
  minRemainingMinor: 0n,
  attachPdf: false,
  copies: [],
  sender: null,
  ...more,
})
/** 100.00 due on a day, paid on another or never. */
const invoice = (id: string, dueDate: string, paidOn?: string): RehearsedInvoice => ({
  id,
  number: id,
  currency: 'USD',
  invoiceDate: '2026-01-02',
  issuedOn: '2026-01-02',
  dueDate,
  totalMinor: 10_000n,
  reservedMinor: 0n,
  pause: null,
  dispute: null,
  promisedOn: null,
  settlement: paidOn === undefined ? null : { settledOn: paidOn, paidOn, paidMinor: 10_000n },
  isOnPlan: false,
  changes: [
    { day: '2026-01-02', remainingMinor: 10_000n },
    ...(paidOn === undefined ? [] : [{ day: paidOn, remainingMinor: 0n }]),
  ],
})
const window = {
  from: '2026-01-01',
  until: '2026-12-31',
  charged: new Set<string>(),
  flowPause: null,
  former: new Map<string, FormerHold>(),
  account: {
    isOn: true,
    waitsForBooks: false,
    daysOff: { weekends: true, holidays: new Map([['2026-07-03', 'Independence Day']]) },
  },
}
const rehearse = (gapDays: number, steps: Step[], invoices: RehearsedInvoice[], more = {}) => {
  const { messages, holds } = rehearseCustomer({ gapDays, steps }, invoices, customer, { ...window, ...more })
  return {
    sent: messages.map(
      (one) => `${one.day} ${one.steps.map((s) => s.invoiceId).join('+')} ${one.steps[0]!.stepId}`,
    ),
    held: holds.map((one) => `${one.day} ${one.step.invoiceId} ${one.decision.reason}`),
  }
}

it('sends what was owed on the day, and nothing after payment', () => {
  const invoices = [invoice('A', '2026-03-02', '2026-03-12'), invoice('B', '2026-03-02', '2026-03-20')]
  expect(rehearse(0, [step(3), step(10)], invoices)).toEqual({
    sent: ['2026-03-05 A+B step-103', '2026-03-12 B step-110'],
    held: ['2026-03-12 A settled'],
  })
})

it('waits for weekends and holidays, and joins what reaches a step together', () => {
  // 2026-07-03 is a Friday and a holiday, so that both wait for Monday.
  const invoices = [invoice('A', '2026-06-30'), invoice('B', '2026-07-01')]
  expect(rehearse(0, [step(3)], invoices)).toEqual({
    sent: ['2026-07-06 A+B step-103'],
    held: ['2026-07-03 A holiday', '2026-07-04 B weekend'],
  })
})

it('keeps the gap between messages', () => {
  const invoices = [invoice('A', '2026-03-02'), invoice('B', '2026-03-04')]
  expect(rehearse(5, [step(1)], invoices)).toEqual({
    sent: ['2026-03-03 A step-101', '2026-03-09 B step-101'],
    held: ['2026-03-05 B gap'],
  })
})

it('repeats a step, and begins on the first day of the window', () => {
  const repeated = [step(1, { repeatDays: 7, repeatTimes: 2 })]
  expect(rehearse(0, repeated, [invoice('A', '2026-03-02')]).sent).toEqual([
    '2026-03-03 A step-101',
    '2026-03-10 A step-101',
    '2026-03-17 A step-101',
  ])
  expect(rehearse(0, repeated, [invoice('A', '2026-03-02')], { from: '2026-03-11' }).sent).toEqual([
    '2026-03-17 A step-101',
  ])
})

it('leaves out what was decided before, and resumes what was held', () => {
  const former = new Map<string, FormerHold>([
    ['A step-101 0', null],
    ['B step-101 0', { reason: 'payment_under_way', until: null }],
  ])
  const invoices = [invoice('A', '2026-03-02'), invoice('B', '2026-03-02'), invoice('C', '2026-03-02')]
  expect(rehearse(0, [step(1)], invoices, { from: '2026-03-10', former }).sent).toEqual([
    '2026-03-10 B step-101',
  ])
})

it('waits for a promised day, holds what is disputed, and states the undisputed rest', () => {
  const promised = { ...invoice('A', '2026-03-02'), promisedOn: '2026-03-10' }
  const disputed = { ...invoice('B', '2026-03-02'), dispute: { amountMinor: null } }
  const disputedInPart = { ...invoice('C', '2026-03-02'), dispute: { amountMinor: 4_000n } }
  const invoices = [promised, disputed, disputedInPart]
  expect(rehearse(0, [step(1)], invoices)).toEqual({
    sent: ['2026-03-03 C step-101', '2026-03-11 A step-101'],
    held: ['2026-03-03 A promised', '2026-03-03 B disputed'],
  })
  const { messages } = rehearseCustomer({ gapDays: 0, steps: [step(1)] }, [disputedInPart], customer, window)
  expect(messages[0]!.steps[0]!.remainingMinor).toBe(6_000n)
})

it('thanks for what was paid in full, after reminders of other invoices and not too late', () => {
  const thanks = step(1, { id: 'thanks', anchor: 'paid' })
  const invoices = [invoice('A', '2026-03-02', '2026-03-03'), invoice('B', '2026-03-01')]
  expect(rehearse(2, [step(3), thanks], invoices)).toEqual({
    sent: ['2026-03-04 B step-103', '2026-03-06 A thanks'],
    held: ['2026-03-04 A gap', '2026-03-05 A settled'],
  })
  const paused = { ...window.account, isOn: true }
  const flowPause = { until: '2026-03-20' }
  expect(rehearse(0, [thanks], invoices, { account: paused, flowPause }).sent).toEqual([])
})

it('thanks for an invoice that was paid shortly before the first day, and says nothing else about it', () => {
  const thanks = step(7, { id: 'thanks', anchor: 'paid' })
  const invoices = [invoice('A', '2026-03-02', '2026-03-03'), invoice('B', '2026-03-02')]
  expect(rehearse(0, [step(10), thanks], invoices, { from: '2026-03-09' })).toEqual({
    sent: ['2026-03-10 A thanks', '2026-03-12 B step-110'],
    held: [],
  })
})
