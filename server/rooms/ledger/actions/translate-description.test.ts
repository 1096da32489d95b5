import { expect, it } from 'vitest'
import { translateDescription } from './translate-description.ts'

it.each([
  ['Credit memo CM-7 applied to invoice 1042', 'Gutschrift CM-7 mit Rechnung 1042 verrechnet'],
  ['Payment CHK-7 applied to invoice 1042', 'Payment CHK-7 mit Rechnung 1042 verrechnet'],
  [
    'Overpayment R 1 unapplied from invoice 1042',
    'Verrechnung von Overpayment R 1 mit Rechnung 1042 aufgehoben',
  ],
  ['Prepayment R-1 used', 'Prepayment R-1 verwendet'],
  ['Late fee used twice', 'Late fee used twice'],
])('writes %s in German', (english, german) => {
  expect(translateDescription('de', english)).toBe(german)
})
