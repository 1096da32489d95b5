import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildStatement,
  hasOpenItems,
  isEmptyStatement,
  type PeriodPosting,
  type StandingSum,
} from './build-statement.ts'

const documents = new Map([
  ['i1', { number: 'INV-1', date: '2026-09-01', dueDate: '2026-10-01' }],
  ['i2', { number: 'INV-2', date: '2026-11-05', dueDate: '2026-12-05' }],
  ['m1', { number: 'CM-1', date: '2026-11-06', dueDate: null }],
])
const before: StandingSum[] = [
  { account: 'receivable', documentId: 'i1', amountMinor: 50_000n },
  { account: 'unapplied', documentId: null, amountMinor: -3_000n },
]
const posting = (
  entryId: string,
  kind: string,
  bookedOn: string,
  account: PeriodPosting['account'],
  documentId: string | null,
  amountMinor: bigint,
): PeriodPosting => ({
  entryId,
  kind,
  bookedOn,
  description: `${kind} ${entryId}`,
  account,
  documentId,
  amountMinor,
})

describe('a statement', () => {
  const statement = buildStatement({
    to: '2026-11-30',
    before,
    documents,
    postings: [
      posting('a', 'invoice', '2026-11-05', 'receivable', 'i2', 20_000n),
      posting('b', 'credit_memo', '2026-11-06', 'customer_credit', 'm1', -5_000n),
      posting('c', 'credit_applied', '2026-11-07', 'customer_credit', 'm1', 4_000n),
      posting('c', 'credit_applied', '2026-11-07', 'receivable', 'i1', -4_000n),
      posting('d', 'late_fee', '2026-11-08', 'receivable', 'i1', 1_000n),
      posting('e', 'payment', '2026-11-09', 'receivable', 'i1', -30_000n),
      posting('e', 'payment', '2026-11-09', 'unapplied', null, -2_000n),
    ],
  })

  it('lists every entry with the balance after it', () => {
    expect(statement.openingMinor).toBe(47_000n)
    expect(
      statement.lines.map((line) => [line.entryId, line.kind, line.amountMinor, line.balanceMinor]),
    ).toEqual([
      ['a', 'invoice', 20_000n, 67_000n],
      ['b', 'credit_memo', -5_000n, 62_000n],
      ['c', 'credit_applied', 0n, 62_000n],
      ['d', 'late_fee', 1_000n, 63_000n],
      ['e', 'payment', -32_000n, 31_000n],
    ])
    expect(statement.closingMinor).toBe(31_000n)
  })

  it('lists what is open at its end, with credit, and ages it', () => {
    expect(
      statement.openInvoices.map((item) => [item.number, item.remainingMinor, item.daysPastDue]),
    ).toEqual([
      ['INV-1', 17_000n, 60],
      ['INV-2', 20_000n, -5],
    ])
    expect(statement.openCredits).toMatchObject([{ number: 'CM-1', remainingMinor: 1_000n }])
    expect(statement).toMatchObject({ unappliedMinor: 5_000n, owedMinor: 37_000n })
    expect(statement.aging).toMatchObject({ current: 20_000n, days_60: 17_000n, days_90: 0n })
  })

  it('of a customer without a balance, an entry or an open document is empty', () => {
    const none = { to: '2026-11-30', before: [], postings: [], documents }
    expect(isEmptyStatement(buildStatement(none))).toBe(true)
    expect(isEmptyStatement(statement)).toBe(false)
    const evenOut = buildStatement({
      ...none,
      before: [
        { account: 'receivable', documentId: 'i1', amountMinor: 500n },
        { account: 'unapplied', documentId: null, amountMinor: -500n },
      ],
    })
    expect(evenOut.closingMinor).toBe(0n)
    expect([isEmptyStatement(evenOut), hasOpenItems(evenOut)]).toEqual([false, true])
  })

  it('counts a payment of an invoice that is dated later as unapplied credit', () => {
    const early = buildStatement({
      to: '2026-11-30',
      before: [],
      postings: [posting('p', 'payment', '2026-11-29', 'receivable', 'i2', -20_000n)],
      documents,
    })
    expect(early).toMatchObject({ openInvoices: [], owedMinor: 0n, unappliedMinor: 20_000n })
    expect(early.closingMinor).toBe(-20_000n)
  })

  it('closes with what is owed less credit, and the same whether a day is before or in its period', () => {
    const sum = fc.record({
      account: fc.constantFrom('receivable' as const, 'customer_credit' as const, 'unapplied' as const),
      amountMinor: fc.bigInt(-1_000_000n, 1_000_000n),
      document: fc.constantFrom('i1', 'i2'),
      joins: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(sum, { maxLength: 40 }), fc.nat(40), (sums, split) => {
        let entry = 0
        const all = sums.map(({ account, amountMinor, document, joins }) => {
          if (!joins) entry += 1
          const documentId = account === 'receivable' ? document : account === 'unapplied' ? null : 'm1'
          return posting(`e${entry}`, 'payment', '2026-11-09', account, documentId, amountMinor)
        })
        const made = buildStatement({
          to: '2026-11-30',
          before: all.slice(0, split),
          postings: all.slice(split),
          documents,
        })
        const total = sums.reduce((so, item) => so + item.amountMinor, 0n)
        const credit = made.openCredits.reduce((so, item) => so + item.remainingMinor, 0n)
        expect(made.closingMinor).toBe(total)
        expect(made.owedMinor - credit - made.unappliedMinor).toBe(total)
        expect(Object.values(made.aging).reduce((so, part) => so + part, 0n)).toBe(made.owedMinor)
        expect(made.lines.reduce((so, line) => so + line.amountMinor, made.openingMinor)).toBe(total)
        const whole = buildStatement({ to: '2026-11-30', before: all, postings: [], documents })
        expect(made.openInvoices).toEqual(whole.openInvoices)
      }),
    )
  })
})
