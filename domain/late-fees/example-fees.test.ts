import { describe, expect, it } from 'vitest'
import { exampleFees } from './example-fees.ts'
import { readTypedTerms, type TypedTerms } from './typed-terms.ts'

const TYPED: TypedTerms = {
  kind: 'percent',
  flat: '0',
  rate: '1.25',
  compounds: true,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: '150.00',
  cap_rate: '10',
  yearly_cap_rate: null,
  min_remaining: '0',
}
const INVOICE = { totalMinor: 257_515n, dueDate: '2026-07-03' }
const play = (changed: Partial<TypedTerms>, count = 6) =>
  exampleFees(readTypedTerms({ ...TYPED, ...changed }, 'USD').terms, INVOICE, count)

describe('an example of late fees', () => {
  it('compounds until the cap, and charges nothing after it', () => {
    const fees = play({})
    expect(fees.map(({ day }) => day)).toEqual([
      '2026-07-13',
      '2026-08-13',
      '2026-09-13',
      '2026-10-13',
      '2026-11-13',
      '2026-12-13',
    ])
    expect(fees.map(({ minor }) => minor)).toEqual([3219n, 3259n, 3300n, 3341n, 1881n, 0n])
    expect(fees[4]).toMatchObject({ baseMinor: 270_634n, uncappedMinor: 3383n, cap: 'amount' })
  })

  it('counts from the invoice alone when fees earn none', () => {
    expect(play({ compounds: false }).map(({ minor }) => minor)).toEqual([
      3219n,
      3219n,
      3219n,
      3219n,
      2124n,
      0n,
    ])
  })

  it('ends after a single fee, and keeps to the most of a year', () => {
    expect(play({ repeat: 'once', compounds: false })).toHaveLength(1)
    const yearly = play({ compounds: false, cap: null, cap_rate: null, yearly_cap_rate: '15' }, 26)
    expect(yearly.map(({ minor }) => minor)).toSatisfy((fees: bigint[]) => fees.every((fee) => fee > 3200n))
  })
})

describe('terms that are typed', () => {
  it('are refused at the field that has to change', () => {
    const { problems } = readTypedTerms({ ...TYPED, rate: 'much', cap: '0', cap_rate: '101' }, 'USD')
    expect(problems).toEqual({
      rate: 'Enter a percentage from 0 to 100.',
      cap: 'Enter more than 0, or leave it empty for no limit.',
      cap_rate: 'Enter a percentage from 0 to 100.',
    })
  })

  it('are refused when the fees of a year come to more than the most for a year', () => {
    expect(readTypedTerms({ ...TYPED, yearly_cap_rate: '10' }, 'USD').problems).toHaveProperty('rate')
    expect(readTypedTerms({ ...TYPED, cap_rate: null, yearly_cap_rate: '18' }, 'USD').problems).toEqual({})
  })
})
