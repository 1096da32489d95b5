import type { CalendarDate } from '../../dates/calendar.ts'
import type { MailKind, Values, Writing } from '../mail-kind.ts'
import { namesOf } from './invoice-facts.ts'
import { type MailMethod, methodWords } from './mail-method.ts'

interface ChargeFacts {
  readonly invoiceNumber: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly method: MailMethod
  readonly portalUrl: string
}

export interface ChargeNoticeFacts extends ChargeFacts {
  readonly dueDate: CalendarDate
  readonly chargeOn: CalendarDate
}

export interface ChargeFailedFacts extends ChargeFacts {
  /** Empty when unknown. */
  readonly reason: string
  /** Day of the next attempt; null when there is none. */
  readonly nextOn: CalendarDate | null
  /** True when automatic payments with the method were turned off. */
  readonly isTurnedOff: boolean
}

export interface ChargeStoppedFacts extends ChargeFacts {
  readonly dueDate: CalendarDate
  readonly reason: ChargeStop
}

/** Reasons why a method can't be charged that its owner may read. */
export type ChargeStop = 'expired' | 'unusable' | 'currency'

const SAMPLE: ChargeFacts = {
  invoiceNumber: 'INV-1001',
  amountMinor: 80_000n,
  currency: 'USD',
  method: { type: 'credit_card', brand: 'Visa', last4: '4242' },
  portalUrl: 'https://example.com/',
}
const SAMPLE_FAILURE = { ...SAMPLE, reason: 'The card was declined.', nextOn: null, isTurnedOff: false }

const SAMPLE_STOP = { ...SAMPLE, dueDate: '2026-12-01' } as const

const COMMON = ['company.name', 'customer.name', 'invoice.number', 'charge.amount', 'charge.method'] as const

const valuesOf = (facts: ChargeFacts, writing: Writing): Values => ({
  ...namesOf(writing),
  'invoice.number': facts.invoiceNumber,
  'charge.amount': writing.formats.amount(facts.amountMinor, facts.currency),
  'charge.method': methodWords(facts.method, writing.words),
})

export const chargeNoticeKind: MailKind<ChargeNoticeFacts> = {
  name: 'Automatic payment notice',
  sentWhen: 'Before an automatic payment is charged.',
  variables: [...COMMON, 'invoice.due_date', 'charge.date'],
  samples: [{ ...SAMPLE, dueDate: '2026-12-01', chargeOn: '2026-12-01' }],
  values: (facts, writing) => ({
    ...valuesOf(facts, writing),
    'invoice.due_date': writing.formats.date(facts.dueDate),
    'charge.date': writing.formats.date(facts.chargeOn),
  }),
  fixedParts: (facts, { words, formats }) => ({
    figure: {
      label: words.toBeCharged,
      value: formats.amount(facts.amountMinor, facts.currency),
      note: formats.date(facts.chargeOn),
    },
    rows: [
      { label: words.invoice, value: facts.invoiceNumber },
      { label: words.dueOn, value: formats.date(facts.dueDate) },
      { label: words.paymentMethod, value: methodWords(facts.method, words) },
    ],
    button: { label: words.turnOffOrPay, url: facts.portalUrl },
  }),
}

export const chargeFailedKind: MailKind<ChargeFailedFacts> = {
  name: 'Automatic payment failed',
  sentWhen: 'When an automatic payment fails.',
  variables: [...COMMON, 'payment.reason', 'charge.next_date', 'charge.is_turned_off'],
  samples: [
    SAMPLE_FAILURE,
    { ...SAMPLE_FAILURE, nextOn: '2026-12-05' },
    { ...SAMPLE_FAILURE, reason: '', isTurnedOff: true },
  ],
  values: (facts, writing) => ({
    ...valuesOf(facts, writing),
    'payment.reason': facts.reason || writing.words.didNotGoThrough,
    'charge.next_date': facts.nextOn === null ? '' : writing.formats.date(facts.nextOn),
    'charge.is_turned_off': facts.isTurnedOff,
  }),
  fixedParts: (facts, { words, formats }) => ({
    figure: { label: words.notCharged, value: formats.amount(facts.amountMinor, facts.currency) },
    rows: [
      { label: words.invoice, value: facts.invoiceNumber },
      { label: words.paymentMethod, value: methodWords(facts.method, words) },
    ],
    button: { label: words.payNow, url: facts.portalUrl },
  }),
}

export const chargeStoppedKind: MailKind<ChargeStoppedFacts> = {
  name: 'Automatic payment needs another method',
  sentWhen: 'When an automatic payment can’t be made because its payment method can’t be charged any more.',
  variables: [...COMMON, 'invoice.due_date', 'charge.is_expired', 'charge.is_other_currency'],
  samples: [
    { ...SAMPLE_STOP, reason: 'expired' },
    { ...SAMPLE_STOP, reason: 'unusable' },
    { ...SAMPLE_STOP, reason: 'currency' },
  ],
  values: (facts, writing) => ({
    ...valuesOf(facts, writing),
    'invoice.due_date': writing.formats.date(facts.dueDate),
    'charge.is_expired': facts.reason === 'expired',
    'charge.is_other_currency': facts.reason === 'currency',
  }),
  fixedParts: (facts, { words, formats }) => ({
    figure: { label: words.notCharged, value: formats.amount(facts.amountMinor, facts.currency) },
    rows: [
      { label: words.invoice, value: facts.invoiceNumber },
      { label: words.dueOn, value: formats.date(facts.dueDate) },
      { label: words.paymentMethod, value: methodWords(facts.method, words) },
    ],
    button: { label: words.payNow, url: facts.portalUrl },
  }),
}
