import { checkCasesAtRest } from './check/cases.ts'
import { checkBooks } from './check/check-books.ts'
import { checkDocuments } from './check/check-documents.ts'
import { checkAllPages, checkNextPage } from './check/check-pages.ts'
import { compareWithModel } from './check/compare-with-model.ts'
import { learnFromLedger } from './check/learn-from-ledger.ts'
import { type Ledger, readLedger } from './check/read-ledger.ts'
import type { Command, Scenario } from './commands.ts'
import type { Books, Payment, ReplySummary } from './model/books.ts'
import { readBookings, updateDailyTotals } from './model/daily-totals.ts'
import { localDate } from './model/figures.ts'
import type { Operation } from './model/operations.ts'
import { predict } from './model/predict.ts'
import { resolveCommand } from './resolve/resolve-command.ts'
import { resolveFeeRule } from './resolve/resolve-fee-rule.ts'
import { createRequests, type Resolved } from './resolve/selection.ts'
import { type Company, CURRENCIES, openCompany } from './world/company.ts'
import type { Lane } from './world/lane.ts'
import { perform, performTogether } from './world/perform.ts'

/** A difference between product and model. */
export class Divergence extends Error {
  readonly differences: readonly string[]
  constructor(step: string, operation: Resolved, differences: readonly string[]) {
    const text = JSON.stringify(operation, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    super([`${step}: ${text}`, ...differences.map((one) => `  ${one}`)].join('\n'))
    this.differences = differences
  }
}

export interface Run {
  /** Determines the generated ids. */
  readonly seed: number
  /** Unique among the runs in a database. */
  readonly name: string
  /** Over HTTP, or by calling the routes' handlers. */
  readonly overHttp: boolean
}

interface State {
  readonly company: Company
  books: Books
  /** Sequence of the last ledger entry and digest of the ledger after the previous step. */
  entries: string
  history: string | null
}

/**
 * Runs a scenario in a new account and compares product and model after each step. Returns the number of
 * steps. Throws a Divergence at the first difference.
 */
export async function runScenario(lane: Lane, { feeRule, ...rest }: Scenario, run: Run): Promise<number> {
  lane.reset(run.seed)
  const scenario: Scenario = { ...rest, feeRule: feeRule ? resolveFeeRule(feeRule) : null }
  const company = await openCompany(lane, run.name, scenario, run.overHttp)
  const state: State = { company, books: emptyBooks(lane, scenario), entries: '0', history: null }
  const requests = createRequests()
  let steps = 0
  for (const [index, command] of scenario.commands.entries()) {
    const operation = resolveCommand(state.books, requests, command)
    if (!operation) continue
    steps++
    await runStep(state, `command ${index} ${command.kind}`, operation)
    if (command.kind === 'clock' || command.kind === 'restart') {
      await movePlans(state, `command ${index} payment plans`)
      await chargeDueInvoices(state, `command ${index} charges`, command)
      await chargeLateFees(state, `command ${index} late fees`, command)
    }
    const pageDifferences = await checkNextPage(company, state.books, steps)
    if (pageDifferences.length > 0) throw new Divergence(`after command ${index}`, operation, pageDifferences)
  }
  await settleAndCheck(state)
  return steps
}

function emptyBooks(lane: Lane, scenario: Scenario): Books {
  return {
    now: lane.app.clock.wallNow(),
    partial: scenario.partial,
    surchargePpm: BigInt(scenario.surcharge),
    customers: CURRENCIES.map((currency) => ({ currency })),
    feeRule: scenario.feeRule ? { ...scenario.feeRule, onSince: localDate(lane.app.clock.wallNow()) } : null,
    fees: [],
    statements: [],
    formerCustomers: [],
    invoices: new Map(),
    plans: new Map(),
    payments: new Map(),
    refunds: new Map(),
    memos: new Map(),
    applications: new Map(),
    creditUses: new Map(),
    credit: { plans: new Map(), requests: new Map(), pending: [] },
    methods: [],
    consents: [],
    pendingConsents: [],
    notices: [],
    attempts: [],
    attemptCounts: new Map(),
    dailyTotals: new Map(),
    cases: new Map(),
    priorDifferences: null,
    priorAllocations: null,
    mismatchInjected: false,
  }
}

async function runStep(state: State, name: string, operation: Exclude<Resolved, null>): Promise<void> {
  const { company, books } = state
  const candidates =
    operation.op === 'together'
      ? await performPair(company, books, operation)
      : [await performOne(company, books, operation)]
  const ledger = await readLedger(company.lane.owner, company.accountId, state.entries)
  const results = candidates.map(({ after, differences }) => {
    updateTotalsAround(after, () => learnFromLedger(company, after, ledger))
    return {
      after,
      differences: [
        ...differences,
        ...checkLedger(state, ledger),
        ...compareWithModel(company, after, ledger),
      ],
    }
  })
  const best = results.sort((a, b) => a.differences.length - b.differences.length)[0]!
  if (best.differences.length > 0) throw new Divergence(name, operation, best.differences)
  state.books = best.after
  state.entries = ledger.entries
  state.history = ledger.history[1]
}

/** Moves payment plans on in a step of its own: it depends on what the clock's step has settled. */
async function movePlans(state: State, name: string): Promise<void> {
  if (state.books.plans.size > 0) await runStep(state, name, { op: 'movePlans' })
}

/**
 * Charges due invoices in a step of its own, because the charges depend on the events that the clock's step
 * has delivered.
 */
async function chargeDueInvoices(state: State, name: string, command: Command): Promise<void> {
  if (state.books.consents.length === 0) return
  const trouble = (command.kind === 'clock' && command.charging) || null
  await runStep(state, name, { op: 'chargeDue', trouble })
}

/** Charges late fees in a step of its own: they depend on what the automatic payments before them have settled. */
async function chargeLateFees(state: State, name: string, command: Command): Promise<void> {
  if (state.books.feeRule === null) return
  const crash = (command.kind === 'clock' && command.fees) || null
  await runStep(state, name, { op: 'chargeFees', crash })
}

interface Candidate {
  readonly after: Books
  readonly differences: readonly string[]
}

async function performOne(company: Company, books: Books, operation: Operation): Promise<Candidate> {
  const actual = await perform(company, books, operation)
  const expected = updateTotalsAround(books, () => predict(books, operation))
  return { after: books, differences: compareReplies(expected, actual) }
}

/** Runs `work` and adds its changes of the books to the daily totals. */
function updateTotalsAround<T>(books: Books, work: () => T): T {
  const before = readBookings(books)
  const result = work()
  updateDailyTotals(books, before)
  return result
}

/**
 * The outcome of two concurrent operations has to equal that of one order or the other. A write-off that
 * meets a pending payment is refused, whatever the payment leaves over.
 */
async function performPair(
  company: Company,
  books: Books,
  { first, second }: Extract<Resolved, { op: 'together' }>,
): Promise<Candidate[]> {
  const [firstReply, secondReply] = await performTogether(company, books, [first, second])
  const inOrder = (calls: readonly (readonly [Operation, ReplySummary])[]): Candidate => {
    const after = structuredClone(books)
    return {
      after,
      differences: calls.flatMap(([operation, reply]) =>
        compareReplies(
          updateTotalsAround(after, () => predict(after, operation)),
          reply,
          true,
        ),
      ),
    }
  }
  const [a, b] = [[first, firstReply!] as const, [second, secondReply!] as const]
  const refusedWriteOff =
    second.op === 'writeOff' && secondReply!.code === 'wrong_state' ? [inOrder([a])] : []
  return [inOrder([a, b]), inOrder([b, a]), ...refusedWriteOff]
}

/**
 * Error codes that concurrency may cause instead of the expected ones: a request may meet itself, or the
 * action that closed its invoice, while that is still in progress.
 */
const CONCURRENT_CODES: Readonly<Record<string, string>> = {
  invoice_unknown: 'invoice_not_payable',
  '': 'in_progress',
}

function compareReplies(expected: ReplySummary, actual: ReplySummary, concurrent = false): string[] {
  const same =
    expected.status === actual.status &&
    expected.code === actual.code &&
    expected.rowOutcomes === actual.rowOutcomes &&
    (expected.field === undefined || actual.field?.split(' ').includes(expected.field))
  if (same || (concurrent && actual.code === CONCURRENT_CODES[expected.code ?? ''])) return []
  return [`answered ${JSON.stringify(actual)}, should be ${JSON.stringify(expected)}`]
}

function checkLedger(state: State, ledger: Ledger): string[] {
  const rewritten = state.history !== null && ledger.history[0] !== state.history
  return [...(ledger.breaches ?? []), ...(rewritten ? ['I14: earlier ledger entries have changed'] : [])]
}

const QUIET_PERIOD: readonly Command[] = [3, 70, 1440, 1440].map((minutes) => ({
  kind: 'clock',
  minutes,
  webhooks: null,
}))

/**
 * Lets time pass without faults and then checks that nothing unresolved remains. A run over HTTP also checks
 * every kind of page, a PDF and an email. Other runs skip this, because it takes as long as all commands and
 * each step already checks a page.
 */
async function settleAndCheck(state: State): Promise<void> {
  const { company } = state
  for (const [index, command] of QUIET_PERIOD.entries()) {
    await runStep(state, 'quiet period', resolveCommand(state.books, createRequests(), command)!)
    await movePlans(state, 'payment plans in the quiet period')
    if (index < QUIET_PERIOD.length - 1)
      await chargeDueInvoices(state, 'charges in the quiet period', command)
    await chargeLateFees(state, 'late fees in the quiet period', command)
  }
  const unresolved = [
    ...[...state.books.payments.values()].filter(isUnresolved),
    ...[...state.books.refunds.values()].filter((refund) => refund.doubtful && refund.status === 'waiting'),
  ].map((one) => `${one.key} is still ${one.status}, and the product did not resolve it`)
  const differences = [...unresolved, ...checkCasesAtRest(state.books), ...(await checkBooks(company))]
  if (company.overHttp)
    differences.push(
      ...(await checkAllPages(company, state.books)),
      ...(await checkDocuments(company, state.books)),
    )
  if (differences.length > 0) throw new Divergence('at rest', null, differences)
}

/** Whether the processor could have resolved the payment by now. A quarantined payment waits for a person. */
function isUnresolved({ doubtful, status, charge }: Payment): boolean {
  if (!doubtful || status === 'error') return false
  if (status === 'confirmed') return charge?.status === 'rejected'
  return status !== 'rejected' && status !== 'refunded' && status !== charge?.status
}
