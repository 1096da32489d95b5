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
  (['send', 'remind', 'void', 'write_off'] satisfies BulkAction[]).map((action) =>
    findLeftOut(action, invoice),
  )

it.each([
  ['an open invoice', OPEN, [null, null, null, null]],
  ['a draft', DRAFT, [null, 'draft', 'draft', 'draft']],
  ['an empty draft', { ...DRAFT, totalMinor: 0n }, ['nothing_to_pay', 'draft', 'draft', 'draft']],
  ['a paid one', { ...OPEN, remainingMinor: 0n }, ['paid', 'paid', 'paid', 'paid']],
  ['a partly paid one', { ...OPEN, remainingMinor: 40n }, [null, null, 'partly_paid', null]],
  ['one being paid', { ...OPEN, reservedMinor: 1n }, [null, null, 'payment_under_way', 'payment_under_way']],
  ['one without an address', { ...OPEN, hasAddress: false }, ['no_address', null, null, null]],
  ['a void one', { ...OPEN, state: 'void' }, ['closed', 'closed', 'closed', 'closed']],
  ['a written-off one', { ...OPEN, state: 'written_off' }, ['closed', 'closed', 'closed', 'closed']],
] as const)('%s', (_, invoice, expected) => {
  expect(judged(invoice)).toEqual(expected)
})
