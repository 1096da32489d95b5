import fc from 'fast-check'
import {
  type AmountSpec,
  CHARGE_CRASHES,
  type ChargeTrouble,
  type Command,
  CRASHES,
  DASHBOARD_ACTIONS,
  FAULTS,
  type ImportRowSpec,
  type LineSpec,
  METHODS,
  ORDER_ACTIONS,
  PAIRS,
  type Scenario,
  WEBHOOK_TROUBLES,
} from './commands.ts'
import { feeRule } from './fee-rule-arbitrary.ts'
import { severalAndPlans } from './plan-arbitraries.ts'
import { type Weighted, weighted } from './weighted-command.ts'

function repeatValue<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

const number = fc.nat(997)
const flag = fc.boolean()
/**
 * True one time in ten. Chosen from a list, because fast-check cannot shrink a mapped value from an example.
 */
const rarely = fc.constantFrom(...repeatValue(9, false), true)

const line: fc.Arbitrary<LineSpec> = fc.record({
  quantity: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(10_000, 20_000) },
    fc.integer({ min: 1, max: 999_999 }),
  ),
  price: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 500, max: 99_999 }) }, fc.nat(40)),
  discount: fc.constantFrom(0, 0, 100_000, 333_333),
  tax: fc.constantFrom(0, 0, 88_750, 200_000),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })

const amount: fc.Arbitrary<AmountSpec> = fc.record({
  of: fc.constantFrom('all', 'all', 'all', 'part', 'part', 'part', 'over', 'lost', 'nothing', 'cent'),
  permille: fc.integer({ min: 1, max: 999 }),
})

/**
 * Returns one of the values with probability 1/`frequency`, otherwise null. A failing case shrinks to the
 * first value.
 */
const occasionally = <const T>(frequency: number, values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.oneof(
    { weight: frequency - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

/** One to forty days, in minutes. */
const DAYS = Array.from({ length: 40 }, (_, index) => (index + 1) * 1440)

const crash = occasionally(12, ['before', 'settled'])

const terms = fc.constantFrom('due_on_receipt', 'net_7', 'net_7', 'net_30', 'net_60')
const daysAgo = fc.constantFrom(0, 0, 10, 45, 120)

const importedRow: fc.Arbitrary<ImportRowSpec> = fc.record({
  customer: number,
  total: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 99_999 }) }, fc.constant(0)),
  paid: amount,
  columns: fc.constantFrom('paid', 'balance', 'both'),
  terms,
  daysAgo,
})

/** Any command, weighted by kind. `faults`: the processor is faulty too. */
const commandArbitrary = (faults: boolean): fc.Arbitrary<Command> => fc.oneof(...weightedCommands(faults))

function weightedCommands(faults: boolean): Weighted[] {
  const trouble = faults ? occasionally(3, [...CRASHES, ...FAULTS]) : occasionally(8, CRASHES)
  const charging = faults ? occasionally(3, [...CHARGE_CRASHES, ...FAULTS]) : occasionally(8, CHARGE_CRASHES)
  const webhooks = faults
    ? occasionally(3, WEBHOOK_TROUBLES)
    : occasionally(12, ['twice', 'reversed', 'crash'])
  return [
    ...documents(),
    ...payments(trouble),
    ...clock(webhooks, charging),
    ...pairs(),
    ...paymentChanges(trouble),
    ...credits(),
    ...consents(),
    ...feesAndStatements(),
    ...severalAndPlans({ number, rarely, amount, crash, trouble }),
  ]
}

const documents = (): Weighted[] => [
  weighted(5, 'draft', {
    customer: number,
    lines,
    terms,
    daysAgo,
  }),
  weighted(4, 'edit', { invoice: number, customer: number, lines, stale: rarely, crash }),
  weighted(6, 'send', { invoice: number, email: fc.constantFrom(...repeatValue(19, false), true), crash }),
  weighted(1, 'remove', { invoice: number }),
  weighted(2, 'importInvoices', {
    rows: fc.array(importedRow, { minLength: 1, maxLength: 3 }),
    crash: occasionally(6, [0, 1, 2, 3]),
  }),
  weighted(1, 'repeatImport', { file: number, other: flag }),
  weighted(1, 'duplicate', { invoice: number }),
  weighted(2, 'voidInvoice', { invoice: number, crash }),
  weighted(2, 'writeOff', { invoice: number, crash }),
  weighted(1, 'undoWriteOff', { invoice: number, crash }),
]

const payments = (trouble: TroubleArbitrary): Weighted[] => [
  weighted(20, 'pay', {
    invoice: number,
    by: fc.constantFrom('portal', 'portal', 'portal', 'link', 'link', 'sibling'),
    method: fc.constantFrom(
      'good',
      'good',
      'challenged',
      'authorized',
      'stored',
      'stored',
      'order',
      ...METHODS,
    ),
    amount,
    store: flag,
    agree: fc.constantFrom(false, false, true),
    delayedCharge: occasionally(12, ['reported', 'silent']),
    trouble,
  }),
  weighted(9, 'refund', { again: fc.constantFrom(false, false, true), payment: number, amount, trouble }),
  weighted(1, 'repeatRefund', { refund: number, other: rarely }),
  weighted(4, 'record', {
    customer: number,
    shares: fc.option(fc.array(fc.record({ invoice: number, amount }), { minLength: 1, maxLength: 3 }), {
      freq: 2,
    }),
    rest: fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
    ),
    crash,
  }),
  weighted(1, 'repeatRecord', { payment: number, other: rarely }),
  weighted(2, 'post', { payment: number, crash }),
  weighted(4, 'useCredit', {
    payment: number,
    shares: fc.option(fc.array(fc.record({ invoice: number, amount }), { minLength: 1, maxLength: 2 }), {
      freq: 2,
    }),
    crash,
  }),
  weighted(1, 'repeatUse', { use: number, other: rarely }),
]

const clock = (
  webhooks: fc.Arbitrary<Extract<Command, { kind: 'clock' }>['webhooks']>,
  charging: fc.Arbitrary<ChargeTrouble>,
): Weighted[] => [
  weighted(10, 'clock', {
    minutes: fc.oneof(
      fc.constantFrom(1, 3, 15, 61),
      fc.constantFrom(...DAYS.slice(0, 12).map((minutes) => minutes + 17)),
      fc.constantFrom(...DAYS),
      fc.constantFrom(...DAYS.slice(0, 3)),
    ),
    webhooks,
    charging,
    fees: crash,
  }),
  weighted(1, 'restart', {}),
]

const pairs = (): Weighted[] => [
  weighted(3, 'together', {
    pair: fc.constantFrom(...PAIRS),
    invoice: number,
    first: amount,
    second: amount,
  }),
]

type TroubleArbitrary = fc.Arbitrary<Extract<Command, { kind: 'pay' }>['trouble']>

/** Commands that change an existing payment. */
const paymentChanges = (trouble: TroubleArbitrary): Weighted[] => [
  weighted(2, 'repeatPay', { payment: number, other: rarely }),
  weighted(4, 'answer', {
    payment: number,
    approve: fc.constantFrom(...repeatValue(3, true), false),
    trouble,
  }),
  weighted(12, 'order', {
    payment: number,
    action: fc.constantFrom(...repeatValue(5, 'approve' as const), 'take', ...ORDER_ACTIONS),
    trouble,
  }),
  weighted(4, 'dashboard', {
    payment: number,
    action: fc.constantFrom('part', 'part', ...DASHBOARD_ACTIONS),
    permille: fc.integer({ min: 1, max: 999 }),
    notifies: fc.constantFrom(true, true, false),
  }),
  weighted(4, 'recheck', { case: number, silent: rarely }),
  weighted(1, 'closeCase', { case: number, crash }),
  weighted(2, 'capture', { payment: number, trouble }),
  weighted(2, 'voidPayment', { payment: number, trouble }),
]

const credits = (): Weighted[] => [
  weighted(2, 'issueMemo', { customer: number, total: fc.integer({ min: 0, max: 60_000 }) }),
  weighted(4, 'applyMemo', { memo: number, invoice: number, amount, crash }),
  weighted(1, 'repeatApply', { application: number, other: rarely }),
  weighted(3, 'unapply', { application: number, crash }),
  weighted(1, 'voidMemo', { memo: number }),
  weighted(1, 'removeMethod', { method: number }),
]

const consents = (): Weighted[] => [
  weighted(3, 'agree', { method: number, crash }),
  weighted(1, 'withdraw', { customer: number, by: fc.constantFrom('customer', 'staff'), crash }),
]

const feesAndStatements = (): Weighted[] => [
  weighted(2, 'waiveFees', { fees: fc.array(number, { minLength: 1, maxLength: 3 }), crash }),
  weighted(2, 'undoWaiver', { fee: number, crash }),
  weighted(2, 'statement', {
    customer: number,
    form: fc.constantFrom('open_item', 'balance_forward'),
    days: fc.constantFrom(700, 701),
    again: flag,
    crash,
  }),
]

const settings = {
  feeRule: fc.option(feeRule, { freq: 5 }),
  partial: fc.constantFrom(...repeatValue(9, true), false),
  surcharge: fc.constantFrom(0, 0, 25_000, 29_999),
}

/** The first commands of every scenario, which create invoices, credit memos and payments to act on. */
const OPENING: readonly Command['kind'][] = [
  ...(['draft', 'send', 'draft', 'send', 'draft', 'send', 'draft', 'send', 'draft', 'send'] as const),
  ...(['issueMemo', 'issueMemo', 'pay', 'pay'] as const),
]

function openingArbitraries(faults: boolean): fc.Arbitrary<Command>[] {
  const kinds = new Map(weightedCommands(faults).map(({ kind, arbitrary }) => [kind, arbitrary]))
  return OPENING.map((kind) => kinds.get(kind)!)
}

/** A scenario of exactly this many commands. */
export const scenarioArbitrary = (commands: number, faults: boolean): fc.Arbitrary<Scenario> => {
  const first = openingArbitraries(faults).slice(0, commands)
  const length = commands - first.length
  const rest = fc.array(commandArbitrary(faults), { minLength: length, maxLength: length })
  const all = fc.tuple(fc.tuple(...first), rest).map(([some, more]) => [...some, ...more])
  return fc.record({ ...settings, commands: all })
}

/** A scenario of at most this many commands, used to shrink one that fails. */
export const smallerScenarioArbitrary = (commands: number, faults: boolean): fc.Arbitrary<Scenario> =>
  fc.record({
    ...settings,
    commands: fc.array(commandArbitrary(faults), { maxLength: commands, size: 'max' }),
  })
