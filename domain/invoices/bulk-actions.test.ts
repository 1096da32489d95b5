import { expect, it } from 'vitest'
import { type BulkAction, type BulkFacts, findLeftOut } from './bulk-actions.ts'

const OPEN: BulkFacts = {
  state: 'open',
  totalMinor: 100n,
  remainingMinor: 100n,
  reservedMinor: 0n,
  hasAddress: true,
}
const DRAFT: BulkFacts = { ...OPEN, state: 'draft', remainingMinor: 0n }
const judged = (invoice: BulkFacts) =>
  (['send', 'remind', 'void', 'write_off', 'undo_write_off'] satisfies BulkAction[]).map((action) =>
    findLeftOut(action, invoice),
  )

it.each([
  ['an open invoice', OPEN, [null, null, null, null, 'not_written_off']],
  ['a draft', DRAFT, [null, 'draft', 'draft', 'draft', 'not_written_off']],
  [
    'an empty draft',
    { ...DRAFT, totalMinor: 0n },
    ['nothing_to_pay', 'draft', 'draft', 'draft', 'not_written_off'],
  ],
  ['a paid one', { ...OPEN, remainingMinor: 0n }, ['paid', 'paid', 'paid', 'paid', 'not_written_off']],
  [
    'a partly paid one',
    { ...OPEN, remainingMinor: 40n },
    [null, null, 'partly_paid', null, 'not_written_off'],
  ],
  [
    'one being paid',
    { ...OPEN, reservedMinor: 1n },
    [null, null, 'payment_under_way', 'payment_under_way', 'not_written_off'],
  ],
  [
    'one without an address',
    { ...OPEN, hasAddress: false },
    ['no_address', null, null, null, 'not_written_off'],
  ],
  ['a void one', { ...OPEN, state: 'void' }, ['closed', 'closed', 'closed', 'closed', 'not_written_off']],
  ['a written-off one', { ...OPEN, state: 'written_off' }, ['closed', 'closed', 'closed', 'closed', null]],
] as const)('%s', (_, invoice, expected) => {
  expect(judged(invoice)).toEqual(expected)
  expect(findLeftOut('pdfs', invoice)).toBeNull()
})
