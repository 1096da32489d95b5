import type { CalendarDate } from '../../dates/calendar.ts'
import type { MailKind, Values, Writing } from '../mail-kind.ts'
import { namesOf } from './invoice-facts.ts'

/** A payment plan of a mail. Amounts in minor units. */
export interface PlanFacts {
  /** 'INV-1001, INV-1002' */
  readonly invoiceNumbers: string
  readonly currency: string
  readonly totalMinor: bigint
  /** Fee of the plan within the total; zero for none. */
  readonly feeMinor: bigint
  readonly installments: readonly { readonly dueOn: CalendarDate; readonly amountMinor: bigint }[]
}

export interface PlanProposalFacts extends PlanFacts {
  readonly url: string
  /** Last day on which it can be confirmed. */
  readonly confirmUntil: CalendarDate
  /** Words of the company to the customer; empty without any. */
  readonly message: string
}

export interface PlanConfirmedFacts extends PlanFacts {
  /** Page that pays the invoice that is due first. */
  readonly payUrl: string
}

export interface InstallmentFacts {
  readonly invoiceNumbers: string
  readonly currency: string
  /** Amount still to be paid of it. */
  readonly amountMinor: bigint
  readonly dueOn: CalendarDate
  readonly isMissed: boolean
  readonly payUrl: string
}

const SAMPLE: PlanFacts = {
  invoiceNumbers: 'INV-1001, INV-1002',
  currency: 'USD',
  totalMinor: 120_000n,
  feeMinor: 0n,
  installments: [
    { dueOn: '2026-12-01', amountMinor: 60_000n },
    { dueOn: '2027-01-01', amountMinor: 60_000n },
  ],
}
const URL = 'https://example.com/confirm-payment-plan'
const PAY_URL = 'https://example.com/pay-invoice'

const PLAN_VARIABLES = [
  'company.name',
  'customer.name',
  'plan.invoices',
  'plan.total',
  'plan.fee',
  'plan.count',
] as const

const valuesOf = (facts: PlanFacts, writing: Writing): Values => ({
  ...namesOf(writing),
  'plan.invoices': facts.invoiceNumbers,
  'plan.total': writing.formats.amount(facts.totalMinor, facts.currency),
  'plan.fee': facts.feeMinor === 0n ? '' : writing.formats.amount(facts.feeMinor, facts.currency),
  'plan.count': facts.installments.length,
})

const rowsOf = ({ installments, feeMinor, currency }: PlanFacts, { words, formats }: Writing) => [
  ...installments.map(({ dueOn, amountMinor }) => ({
    label: words.due(formats.date(dueOn)),
    value: formats.amount(amountMinor, currency),
  })),
  ...(feeMinor === 0n ? [] : [{ label: words.planFeeIncluded, value: formats.amount(feeMinor, currency) }]),
]

export const planProposalKind: MailKind<PlanProposalFacts> = {
  name: 'Payment plan proposal',
  sentWhen: 'When you propose a payment plan.',
  variables: [...PLAN_VARIABLES, 'plan.confirm_until', 'message'],
  samples: [
    { ...SAMPLE, url: URL, confirmUntil: '2026-12-01', message: '' },
    {
      ...SAMPLE,
      feeMinor: 2_500n,
      url: URL,
      confirmUntil: '2026-12-01',
      message: 'As agreed on the phone.',
    },
  ],
  values: (facts, writing) => ({
    ...valuesOf(facts, writing),
    'plan.confirm_until': writing.formats.date(facts.confirmUntil),
    message: facts.message,
  }),
  fixedParts: (facts, writing) => ({
    figure: {
      label: writing.words.total,
      value: writing.formats.amount(facts.totalMinor, facts.currency),
      note: facts.invoiceNumbers,
    },
    rows: rowsOf(facts, writing),
    button: { label: writing.words.reviewPlan, url: facts.url },
  }),
}

export const planConfirmedKind: MailKind<PlanConfirmedFacts> = {
  name: 'Payment plan confirmed',
  sentWhen: 'When a customer confirms a payment plan.',
  variables: PLAN_VARIABLES,
  samples: [{ ...SAMPLE, payUrl: PAY_URL }],
  values: valuesOf,
  fixedParts: (facts, writing) => ({
    figure: {
      label: writing.words.total,
      value: writing.formats.amount(facts.totalMinor, facts.currency),
      note: facts.invoiceNumbers,
    },
    rows: rowsOf(facts, writing),
    button: { label: writing.words.payNow, url: facts.payUrl },
  }),
}

const INSTALLMENT: InstallmentFacts = {
  invoiceNumbers: 'INV-1001',
  currency: 'USD',
  amountMinor: 60_000n,
  dueOn: '2026-12-01',
  isMissed: false,
  payUrl: PAY_URL,
}

export const installmentKind: MailKind<InstallmentFacts> = {
  name: 'Installment due',
  sentWhen:
    'Three days before an installment of a payment plan is due, and the day after when it was not paid.',
  variables: [
    'company.name',
    'customer.name',
    'plan.invoices',
    'installment.amount',
    'installment.due_date',
    'installment.is_missed',
  ],
  samples: [INSTALLMENT, { ...INSTALLMENT, isMissed: true }],
  values: (facts, writing) => ({
    ...namesOf(writing),
    'plan.invoices': facts.invoiceNumbers,
    'installment.amount': writing.formats.amount(facts.amountMinor, facts.currency),
    'installment.due_date': writing.formats.date(facts.dueOn),
    'installment.is_missed': facts.isMissed,
  }),
  fixedParts: (facts, { words, formats }) => ({
    figure: {
      label: words.amountDue,
      value: formats.amount(facts.amountMinor, facts.currency),
      note: (facts.isMissed ? words.wasDue : words.due)(formats.date(facts.dueOn)),
    },
    rows: [
      {
        label: facts.invoiceNumbers.includes(', ') ? words.invoices : words.invoice,
        value: facts.invoiceNumbers,
      },
    ],
    button: {
      label: words.pay(formats.amount(facts.amountMinor, facts.currency)),
      url: facts.payUrl,
    },
  }),
}
