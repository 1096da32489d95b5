import { expect, it } from 'vitest'
import { changedMeanwhile, mergeFields } from './changed-meanwhile.ts'

const last = { by: 'Olive Owner', at: 'Nov 27, 2026, 10:02 AM' }
const long = (word: string): string => `Hello,\n\nplease pay ${word} or call us.`

it.each([
  ['a', 'b', ': it is “b” now'],
  ['a', '', ': it is empty now'],
  ['a', null, ': it is empty now'],
  [false, true, ': it is on now'],
  [3, 5, ': it is 5 now'],
  [long('now'), long('this week'), ': “…now…” became “…this week…”'],
  [long('now'), long('now').replace(' or call us.', ''), ': “…or call us.” was removed'],
  [{ city: 'Bath', postal_code: '1' }, { city: 'Bath', postal_code: '2' }, ': postal code is “2” now'],
])('says how %j became %j', (read, now, how) => {
  expect(changedMeanwhile(last, read, now)).toBe(
    `Olive Owner changed this on Nov 27, 2026, 10:02 AM${how}. Save again to replace it by yours.`,
  )
  expect(changedMeanwhile(null, read, now)).toMatch(/^Somebody else changed this/)
})

it('keeps what others changed in fields that a person left alone', () => {
  const read = { subject: 'A', body: 'B', address: { city: 'Bath', country: 'GB' } }
  const now = { ...read, subject: 'theirs', address: { country: 'GB', city: 'Bath' } }
  expect(mergeFields({ ...read, body: 'mine' }, read, now)).toEqual({
    wanted: { body: 'mine' },
    conflicts: [],
  })
  expect(mergeFields({ subject: 'mine' }, read, now)).toEqual({
    wanted: { subject: 'mine' },
    conflicts: ['subject'],
  })
  expect(mergeFields({ subject: 'theirs' }, read, now).conflicts).toEqual([])
  expect(mergeFields({ subject: 'mine' }, {}, now)).toEqual({ wanted: { subject: 'mine' }, conflicts: [] })
})
