import type { CalendarDate } from '../../dates/calendar.ts'
import type { MailKind } from '../mail-kind.ts'
import { namesOf, SAMPLE_LINK } from './invoice-facts.ts'

/** Figures of a statement in one currency, in minor units. */
export interface StatementMailFacts {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly currency: string
  /** The owed amount less all credit. */
  readonly balanceMinor: bigint
  readonly owedMinor: bigint
  readonly overdueMinor: bigint
  readonly openCount: number
  /** The portal's list of invoices. */
  readonly portalUrl: string
  /** Page that pays all invoices that are open now, at once; null when fewer than two are. */
  readonly payAllUrl: string | null
}

const SAMPLE: StatementMailFacts = {
  from: '2026-11-01',
  to: '2026-11-30',
  currency: 'USD',
  balanceMinor: 75_000n,
  owedMinor: 80_000n,
  overdueMinor: 30_000n,
  openCount: 2,
  portalUrl: 'https://example.com/customer-portal-site',
  payAllUrl: SAMPLE_LINK.url,
}
const ONE_OPEN = { ...SAMPLE, openCount: 1, payAllUrl: null }
const NOTHING_OPEN = { ...ONE_OPEN, balanceMinor: 0n, owedMinor: 0n, overdueMinor: 0n, openCount: 0 }

export const statementKind: MailKind<StatementMailFacts> = {
  name: 'Statement',
  sentWhen: 'When a statement is due by your schedule, or when you email one.',
  variables: [
    'company.name',
    'customer.name',
    'statement.from',
    'statement.to',
    'statement.balance',
    'statement.owed',
    'statement.overdue',
    'statement.open_count',
    'pay_all_link',
  ],
  samples: [SAMPLE, ONE_OPEN, NOTHING_OPEN],
  values: (facts, writing) => {
    const { formats } = writing
    return {
      ...namesOf(writing),
      'statement.from': formats.date(facts.from),
      'statement.to': formats.date(facts.to),
      'statement.balance': formats.amount(facts.balanceMinor, facts.currency),
      'statement.owed': formats.amount(facts.owedMinor, facts.currency),
      'statement.overdue':
        facts.overdueMinor === 0n ? '' : formats.amount(facts.overdueMinor, facts.currency),
      'statement.open_count': facts.openCount,
      pay_all_link: facts.payAllUrl ?? '',
    }
  },
  fixedParts: (facts, { words, formats }) => ({
    figure: {
      label: words.balance,
      value: formats.amount(facts.balanceMinor, facts.currency),
      note: words.period(formats.date(facts.from), formats.date(facts.to)),
    },
    rows: [
      { label: words.openInvoices(facts.openCount), value: formats.amount(facts.owedMinor, facts.currency) },
      ...(facts.overdueMinor === 0n
        ? []
        : [{ label: words.pastDue, value: formats.amount(facts.overdueMinor, facts.currency) }]),
    ],
    ...(facts.openCount > 0 && {
      button: { label: words.viewAndPayAll, url: facts.payAllUrl ?? facts.portalUrl },
    }),
    ...(facts.openCount > 0 && facts.payAllUrl !== null && { afterword: [words.linkOpensTogether] }),
  }),
}
