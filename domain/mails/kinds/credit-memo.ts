import type { CalendarDate } from '../../dates/calendar.ts'
import type { MailKind } from '../mail-kind.ts'
import { namesOf } from './invoice-facts.ts'

export interface CreditMemoFacts {
  readonly number: string
  readonly totalMinor: bigint
  readonly currency: string
  readonly issuedOn: CalendarDate
  /** Empty without one. */
  readonly reason: string
}

const SAMPLE: CreditMemoFacts = {
  number: 'CM-1001',
  totalMinor: 12_000n,
  currency: 'USD',
  issuedOn: '2026-12-01',
  reason: '',
}

export const creditMemoKind: MailKind<CreditMemoFacts> = {
  name: 'Credit memo',
  sentWhen: 'When you email a credit memo.',
  variables: [
    'company.name',
    'customer.name',
    'credit_memo.number',
    'credit_memo.amount',
    'credit_memo.date',
    'credit_memo.reason',
  ],
  samples: [SAMPLE, { ...SAMPLE, reason: 'Damaged goods' }],
  values: (facts, writing) => ({
    ...namesOf(writing),
    'credit_memo.number': facts.number,
    'credit_memo.amount': writing.formats.amount(facts.totalMinor, facts.currency),
    'credit_memo.date': writing.formats.date(facts.issuedOn),
    'credit_memo.reason': facts.reason,
  }),
  fixedParts: ({ number, totalMinor, currency, issuedOn, reason }, { words, formats }) => ({
    figure: {
      label: words.credit,
      value: formats.amount(totalMinor, currency),
      note: words.issued(formats.date(issuedOn)),
    },
    rows: [
      { label: words.creditMemo, value: number },
      ...(reason === '' ? [] : [{ label: words.reason, value: reason }]),
    ],
  }),
}
