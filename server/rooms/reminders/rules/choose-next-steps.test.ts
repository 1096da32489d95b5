import { expect, it } from 'vitest'
import { chooseNextSteps } from './choose-next-steps.ts'

const TODAY = '2026-12-10'
const step = (scheduledOn: string, more: Record<string, unknown> = {}) => ({
  invoiceId: 'a',
  kind: 'email' as const,
  scheduledOn,
  dueDate: '2026-12-02',
  position: Number(scheduledOn.slice(-2)),
  paidOn: null,
  ...more,
})
const [FIRST, SECOND, LATER, LAST] = ['2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24'].map((day) =>
  step(day),
)

it('chooses the latest that is due, which replaces the earlier ones', () => {
  expect(chooseNextSteps([LAST!, LATER!, SECOND!, FIRST!], TODAY)).toEqual(
    new Map([['a', { step: SECOND, replaced: [FIRST] }]]),
  )
})

it('chooses the first that comes when none is due', () => {
  expect(chooseNextSteps([LAST!, LATER!], TODAY).get('a')).toEqual({ step: LATER, replaced: [] })
})

it('takes no task, note or thank-you for a reminder', () => {
  const others = [step('2026-12-01', { kind: 'task' }), step('2026-12-02', { paidOn: '2026-12-01' })]
  expect(chooseNextSteps(others, TODAY).size).toBe(0)
})

it.each([
  ['before it', '2026-12-30', '2026-12-20', true],
  ['on it', '2026-12-30', '2026-12-30', false],
  ['after it', '2026-12-30', '2026-12-31', false],
  ['on it, which is today', TODAY, '2026-12-11', false],
])('sends early only what is true on this side of the due date: %s', (_, dueDate, scheduledOn, isSent) => {
  const chosen = chooseNextSteps([step(scheduledOn, { dueDate })], TODAY).get('a')
  expect(chosen !== null).toBe(isSent)
})
