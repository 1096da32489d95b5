import { describe, expect, it } from 'vitest'
import { decideFee, type FeeExemption, type LateInvoice, type LiveFeeRule } from './decide-fee.ts'
import { playFees } from './play-fees.ts'

const RULE: LiveFeeRule = {
  terms: {
    kind: 'percent',
    flatMinor: 0n,
    ratePpm: 10_000,
    compounds: false,
    graceDays: 10,
    repeat: 'monthly',
    everyDays: 0,
    dayOfMonth: null,
    capMinor: 15_00n,
    capPpm: null,
    yearlyCapPpm: null,
    minRemainingMinor: 20_00n,
  },
  currency: 'USD',
  onSince: '2026-01-01',
  includesLate: false,
}

/** An invoice of 1,000.00, due on Jul 3: the first fee falls on Jul 13. */
const LATE: LateInvoice = {
  dueDate: '2026-07-03',
  currency: 'USD',
  totalMinor: 1_000_00n,
  remainingMinor: 1_000_00n,
  feesMinor: 0n,
  yearFeesMinor: 0n,
  isOpen: true,
  reservedMinor: 0n,
  lastFeeOn: null,
  chargedPeriods: [],
  customerIsActive: true,
  customerIsOn: true,
  groupIsOn: true,
  customerPause: null,
  invoicePause: null,
  isDisputed: false,
  promisedOn: null,
  isOnPlan: false,
}
const ON = { today: '2026-07-14', isOn: true }

describe('a late invoice', () => {
  it('is charged for its latest period', () => {
    expect(decideFee(RULE, LATE, ON)).toEqual({
      outcome: 'charged',
      period: { number: 24_319, day: '2026-07-13' },
      fee: { minor: 10_00n, uncappedMinor: 10_00n, cap: null },
    })
  })

  const cases: readonly [FeeExemption, Partial<LateInvoice>][] = [
    ['not_yet', { dueDate: '2026-07-05' }],
    ['already_charged', { chargedPeriods: [24_319] }],
    ['already_charged', { lastFeeOn: '2026-07-01' }],
    ['customer_inactive', { customerIsActive: false }],
    ['customer_off', { customerIsOn: false }],
    ['group_off', { groupIsOn: false }],
    ['closed', { isOpen: false }],
    ['paid', { remainingMinor: 0n }],
    ['paid', { remainingMinor: 1n }],
    ['payment_under_way', { reservedMinor: 1n }],
    ['disputed', { isDisputed: true }],
    ['promised', { promisedOn: '2026-07-14' }],
    ['payment_plan', { isOnPlan: true }],
    ['customer_paused', { customerPause: { until: null } }],
    ['invoice_paused', { invoicePause: { until: '2026-07-15' } }],
    ['other_currency', { currency: 'EUR' }],
    ['below_minimum', { remainingMinor: 19_99n }],
    ['cap_reached', { feesMinor: 15_00n }],
    ['no_fee', { remainingMinor: 25_00n, feesMinor: 25_00n, totalMinor: 3_000_00n }],
  ]
  it.each(cases)('is not charged: %s', (reason, facts) => {
    const rule = reason === 'no_fee' ? { ...RULE, terms: { ...RULE.terms, capMinor: null } } : RULE
    expect(decideFee(rule, { ...LATE, ...facts }, ON)).toMatchObject({ outcome: 'exempt', reason })
  })

  it('is charged once what spoke against it has passed', () => {
    const passed = { promisedOn: '2026-07-13', invoicePause: { until: '2026-07-14' } }
    expect(decideFee(RULE, { ...LATE, ...passed }, ON).outcome).toBe('charged')
    expect(decideFee(RULE, LATE, { ...ON, isOn: false })).toMatchObject({ reason: 'account_off' })
  })

  it('is charged for days before the rule only when it includes them', () => {
    const later = { ...RULE, onSince: '2026-07-14' }
    expect(decideFee(later, LATE, ON)).toMatchObject({ reason: 'before_rule' })
    expect(decideFee({ ...later, includesLate: true }, LATE, ON).outcome).toBe('charged')
  })
})

describe('a rehearsal', () => {
  it('charges each period until the cap, from what was owed on its day', () => {
    const changes = [
      { day: '2026-06-01', owedMinor: 1_000_00n },
      { day: '2026-08-01', owedMinor: 300_00n },
      { day: '2026-11-01', owedMinor: 0n },
    ] as const
    const window = { from: '2026-07-01', until: '2026-12-31', isOn: true } as const
    expect(playFees(RULE, { invoice: LATE, changes }, window)).toEqual({
      fees: [
        { day: '2026-07-13', minor: 10_00n },
        { day: '2026-08-13', minor: 3_00n },
        { day: '2026-09-13', minor: 2_00n },
      ],
      exempt: [{ day: '2026-10-13', reason: 'cap_reached' }],
    })
  })
})
