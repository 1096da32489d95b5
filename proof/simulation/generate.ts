import fc from 'fast-check'
import {
  type AmountWish,
  CHARGE_CRASHES,
  type ChargeTrouble,
  type Command,
  CRASHES,
  DESK_DEEDS,
  FAULTS,
  type ImportWish,
  type LineWish,
  METHODS,
  ORDER_DEEDS,
  PAIRS,
  POST_TROUBLES,
  type Scenario,
} from './commands.ts'

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

const number = fc.nat(997)
const flag = fc.boolean()
/** Chosen from lists, not computed: what is computed can't be made smaller again. */
const seldom = fc.constantFrom(...times(9, false), true)

const line: fc.Arbitrary<LineWish> = fc.record({
  quantity: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(10_000, 20_000) },
    fc.integer({ min: 1, max: 999_999 }),
  ),
  price: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 500, max: 99_999 }) }, fc.nat(40)),
  discount: fc.constantFrom(0, 0, 100_000, 333_333),
  tax: fc.constantFrom(0, 0, 88_750, 200_000),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })

const amount: fc.Arbitrary<AmountWish> = fc.record({
  of: fc.constantFrom('all', 'all', 'all', 'part', 'part', 'part', 'over', 'lost', 'nothing', 'cent'),
  permille: fc.integer({ min: 1, max: 999 }),
})

/** One in so many goes wrong; the first of the list is what a failing case shrinks to. */
const nowAndThen = <const T>(one: number, values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.oneof(
    { weight: one - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

/** One day to forty, in minutes. */
const DAYS = Array.from({ length: 40 }, (_, index) => (index + 1) * 1440)

const crash = nowAndThen(12, ['before', 'settled'])

const terms = fc.constantFrom('due_on_receipt', 'net_7', 'net_7', 'net_30', 'net_60')
const daysAgo = fc.constantFrom(0, 0, 10, 45, 120)

const importedRow: fc.Arbitrary<ImportWish> = fc.record({
  customer: number,
  total: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 99_999 }) }, fc.constant(0)),
  paid: amount,
  said: fc.constantFrom('paid', 'balance', 'both'),
  terms,
  daysAgo,
})

type Weighted = { kind: Command['kind']; weight: number; arbitrary: fc.Arbitrary<Command> }
const of = <K extends Command['kind']>(
  weight: number,
  kind: K,
  fields: {
    [F in Exclude<keyof Extract<Command, { kind: K }>, 'kind'>]: fc.Arbitrary<
      Extract<Command, { kind: K }>[F]
    >
  },
): Weighted => ({
  kind,
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Command>,
})

/** Every command there is, each as often as it is worth. `faults`: the processor misbehaves too. */
const aCommand = (faults: boolean): fc.Arbitrary<Command> => fc.oneof(...all(faults))

function all(faults: boolean): Weighted[] {
  const trouble = faults ? nowAndThen(3, [...CRASHES, ...FAULTS]) : nowAndThen(8, CRASHES)
  const charging = faults ? nowAndThen(3, [...CHARGE_CRASHES, ...FAULTS]) : nowAndThen(8, CHARGE_CRASHES)
  const mail = faults ? nowAndThen(3, POST_TROUBLES) : nowAndThen(12, ['twice', 'reversed', 'crash'])
  return [...documents(), ...money(trouble, mail, charging), ...moves(trouble), ...credits(), ...agreements()]
}

const documents = (): Weighted[] => [
  of(5, 'draft', {
    customer: number,
    lines,
    terms,
    daysAgo,
  }),
  of(4, 'edit', { invoice: number, customer: number, lines, stale: seldom, crash }),
  of(6, 'send', { invoice: number, email: fc.constantFrom(...times(19, false), true), crash }),
  of(1, 'remove', { invoice: number }),
  of(2, 'importInvoices', {
    rows: fc.array(importedRow, { minLength: 1, maxLength: 3 }),
    crash: nowAndThen(6, [0, 1, 2, 3]),
  }),
  of(1, 'repeatImport', { file: number, other: flag }),
  of(1, 'duplicate', { invoice: number }),
  of(2, 'voidInvoice', { invoice: number, crash }),
  of(2, 'writeOff', { invoice: number, crash }),
]

const money = (
  trouble: TroubleOf,
  mail: fc.Arbitrary<Extract<Command, { kind: 'clock' }>['mail']>,
  charging: fc.Arbitrary<ChargeTrouble>,
): Weighted[] => [
  of(20, 'pay', {
    invoice: number,
    by: fc.constantFrom('portal', 'portal', 'portal', 'link', 'link', 'sibling'),
    method: fc.constantFrom(
      'good',
      'good',
      'challenged',
      'authorised',
      'stored',
      'stored',
      'order',
      ...METHODS,
    ),
    amount,
    store: flag,
    agree: fc.constantFrom(false, false, true),
    heldBack: nowAndThen(12, ['told', 'silent']),
    trouble,
  }),
  of(9, 'refund', { again: fc.constantFrom(false, false, true), payment: number, amount, trouble }),
  of(1, 'repeatRefund', { refund: number, other: seldom }),
  of(4, 'record', {
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
  of(1, 'repeatRecord', { payment: number, other: seldom }),
  of(2, 'post', { payment: number, crash }),
  of(4, 'useCredit', {
    payment: number,
    shares: fc.option(fc.array(fc.record({ invoice: number, amount }), { minLength: 1, maxLength: 2 }), {
      freq: 2,
    }),
    crash,
  }),
  of(1, 'repeatUse', { use: number, other: seldom }),
  of(10, 'clock', {
    minutes: fc.oneof(
      fc.constantFrom(1, 3, 15, 61),
      fc.constantFrom(...DAYS.slice(0, 12).map((minutes) => minutes + 17)),
      fc.constantFrom(...DAYS),
      fc.constantFrom(...DAYS.slice(0, 3)),
    ),
    mail,
    charging,
  }),
  of(1, 'restart', {}),
  of(3, 'together', { pair: fc.constantFrom(...PAIRS), invoice: number, first: amount, second: amount }),
]

type TroubleOf = fc.Arbitrary<Extract<Command, { kind: 'pay' }>['trouble']>

/** What becomes of a payment that is not over. */
const moves = (trouble: TroubleOf): Weighted[] => [
  of(2, 'repeatPay', { payment: number, other: seldom }),
  of(4, 'answer', { payment: number, approve: fc.constantFrom(...times(3, true), false), trouble }),
  of(12, 'order', {
    payment: number,
    deed: fc.constantFrom(...times(5, 'approve' as const), 'take', ...ORDER_DEEDS),
    trouble,
  }),
  of(4, 'desk', {
    payment: number,
    deed: fc.constantFrom('part', 'part', ...DESK_DEEDS),
    permille: fc.integer({ min: 1, max: 999 }),
    told: fc.constantFrom(true, true, false),
  }),
  of(4, 'recheck', { case: number, silent: seldom }),
  of(1, 'closeCase', { case: number, crash }),
  of(2, 'capture', { payment: number, trouble }),
  of(2, 'voidPayment', { payment: number, trouble }),
]

const credits = (): Weighted[] => [
  of(2, 'issueMemo', { customer: number, total: fc.integer({ min: 0, max: 60_000 }) }),
  of(4, 'applyMemo', { memo: number, invoice: number, amount, crash }),
  of(1, 'repeatApply', { application: number, other: seldom }),
  of(3, 'unapply', { application: number, crash }),
  of(1, 'voidMemo', { memo: number }),
  of(1, 'removeMethod', { method: number }),
]

const agreements = (): Weighted[] => [
  of(3, 'agree', { method: number, crash }),
  of(1, 'withdraw', { customer: number, by: fc.constantFrom('customer', 'staff'), crash }),
]

const settings = {
  partial: fc.constantFrom(...times(9, true), false),
  surcharge: fc.constantFrom(0, 0, 25_000, 29_999),
}

/** So that there is something to work with from the start. */
const opening: readonly Command['kind'][] = [
  ...(['draft', 'send', 'draft', 'send', 'draft', 'send', 'draft', 'send', 'draft', 'send'] as const),
  ...(['issueMemo', 'issueMemo', 'pay', 'pay'] as const),
]

function anOpening(faults: boolean): fc.Arbitrary<Command>[] {
  const kinds = new Map(all(faults).map(({ kind, arbitrary }) => [kind, arbitrary]))
  return opening.map((kind) => kinds.get(kind)!)
}

/** A scenario of just so many commands. */
export const aScenario = (commands: number, faults: boolean): fc.Arbitrary<Scenario> => {
  const first = anOpening(faults).slice(0, commands)
  const length = commands - first.length
  const rest = fc.array(aCommand(faults), { minLength: length, maxLength: length })
  const whole = fc.tuple(fc.tuple(...first), rest).map(([some, more]) => [...some, ...more])
  return fc.record({ ...settings, commands: whole })
}

/** One of at most so many, in which a scenario that fails can be made smaller. */
export const aSmallerScenario = (commands: number, faults: boolean): fc.Arbitrary<Scenario> =>
  fc.record({ ...settings, commands: fc.array(aCommand(faults), { maxLength: commands, size: 'max' }) })
