import { expect, it } from 'vitest'
import { joinTimeline } from './timeline-entries.ts'

type Events = Parameters<typeof joinTimeline>[0]
type Notes = Parameters<typeof joinTimeline>[2]
type Decisions = Parameters<typeof joinTimeline>[3]

const at = (minute: number) => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`
const event = (type: string, minute: number, label = '') =>
  ({ pk: `${type} ${minute}`, type, at: at(minute), label }) as Events[number]
const note = (minute: number) =>
  ({ pk: `note ${minute}`, text: 'Rings first', created: at(minute) }) as Notes[number]
const decision = (outcome: string, minute: number, number = 'INV-1') =>
  ({
    pk: `${outcome} ${minute}`,
    outcome,
    decided_at: at(minute),
    invoice: { pk: '1', number },
  }) as Decisions[number]

const idsOf = (...given: Parameters<typeof joinTimeline>) =>
  joinTimeline(...given).map((entry) => {
    if ('event' in entry) return entry.event.pk
    return 'note' in entry ? entry.note.pk : entry.decision.pk
  })

it('joins events, notes and decisions, newest first', () => {
  const events = [event('invoice.sent', 9), event('customer.created', 1)]
  expect(idsOf(events, false, [note(5), note(0)], [decision('held', 7)])).toEqual([
    'invoice.sent 9',
    'held 7',
    'note 5',
    'customer.created 1',
    'note 0',
  ])
  expect(idsOf([], false, [], [])).toEqual([])
})

it('shows a note instead of its event, and the event of a note that was deleted', () => {
  const events = [event('customer.noted', 8), event('customer.noted', 4)]
  expect(idsOf(events, false, [note(8)], [])).toEqual(['note 8', 'customer.noted 4'])
})

it('shows a reminder that was sent once, as its event', () => {
  const events = [event('invoice.reminded', 6, 'INV-1')]
  const decisions = [
    decision('sent', 6),
    decision('sent', 6, 'INV-2'),
    decision('sent', 3),
    decision('skipped', 2),
  ]
  expect(idsOf(events, false, [], decisions)).toEqual(['invoice.reminded 6', 'sent 6', 'sent 3', 'skipped 2'])
})

it('holds back what is older than the events that are loaded', () => {
  const events = [event('invoice.sent', 9), event('invoice.sent', 5)]
  expect(idsOf(events, true, [note(7), note(2)], [decision('held', 1)])).toEqual([
    'invoice.sent 9',
    'note 7',
    'invoice.sent 5',
  ])
})
