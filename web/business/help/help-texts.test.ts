import { expect, it } from 'vitest'
import { HELP_TOPICS } from '../../../domain/people/help-topics.ts'
import { HELP_TEXTS, helpTopicOf } from './help-texts.ts'

it.each([
  ['/reminders/flows/abc', 'reminder_flows'],
  ['/settings/accounting-connection', 'accounting'],
  ['/settings/accounting-connection/conflicts', 'conflicts'],
  ['/settings/developers/webhooks/abc', 'developers'],
  ['/reports/aging', 'reports'],
  ['/automatic-payments', 'auto_payments'],
  ['/companies', 'companies'],
  ['/invoices', null],
])('finds the help of %s', (path, topic) => expect(helpTopicOf(path)).toBe(topic))

it('explains every topic in one sentence and some points', () => {
  for (const topic of HELP_TOPICS) {
    const { note, points } = HELP_TEXTS[topic]
    expect(note).toMatch(/^[A-Z].*\.$/)
    expect(points.length).toBeGreaterThan(2)
  }
})
