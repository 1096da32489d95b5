import { checkBooks } from './check/books.ts'
import { casesAtRest } from './check/cases.ts'
import { compare } from './check/compare.ts'
import { checkDocuments } from './check/documents.ts'
import { learn } from './check/learn.ts'
import { type Ledger, readLedger } from './check/ledger.ts'
import { lookAround, lookOnce } from './check/screens.ts'
import type { Command, Scenario } from './commands.ts'
import type { Answer, Books, Payment } from './model/books.ts'
import { factsOf, writeDiary } from './model/diary.ts'
import { foretell } from './model/foretell.ts'
import type { Operation } from './model/operations.ts'
import { noRequests, type Resolved } from './resolve/choosing.ts'
import { resolve } from './resolve/resolve.ts'
import { type Company, CURRENCIES, openCompany } from './world/company.ts'
import type { Lane } from './world/lane.ts'
import { perform, performTogether } from './world/perform.ts'

/** Where product and model part. */
export class Divergence extends Error {
  readonly differences: readonly string[]
  constructor(step: string, operation: Resolved, differences: readonly string[]) {
    const told = JSON.stringify(operation, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    super([`${step}: ${told}`, ...differences.map((one) => `  ${one}`)].join('\n'))
    this.differences = differences
  }
}

export interface Run {
  /** Of ids; the commands carry all else. */
  readonly seed: number
  /** Unique among the runs of a database. */
  readonly name: string
  /** Over HTTP, or straight at the routes' handlers. */
  readonly overHttp: boolean
}

interface State {
  readonly company: Company
  books: Books
  /** The ledger's last entry and its history, as they were after the step before. */
  entries: string
  history: string | null
}

/** Carries out a scenario on a fresh account, and compares after each step. Throws a Divergence at the first difference. */
export async function simulate(lane: Lane, scenario: Scenario, run: Run): Promise<number> {
  lane.begin(run.seed)
  const company = await openCompany(lane, run.name, scenario, run.overHttp)
  const state: State = { company, books: emptyBooks(lane, scenario), entries: '0', history: null }
  const requests = noRequests()
  let steps = 0
  for (const [index, command] of scenario.commands.entries()) {
    const operation = resolve(state.books, requests, command)
    if (!operation) continue
    steps++
    await step(state, `command ${index} ${command.kind}`, operation)
    if (command.kind === 'clock' || command.kind === 'restart')
      await stepOfCharges(state, `command ${index} charges`, command)
    const shown = await lookOnce(company, state.books, steps)
    if (shown.length > 0) throw new Divergence(`after command ${index}`, operation, shown)
  }
  await comeToRest(state)
  return steps
}

function emptyBooks(lane: Lane, scenario: Scenario): Books {
  return {
    now: lane.app.clock.wallNow(),
    partial: scenario.partial,
    surchargePpm: BigInt(scenario.surcharge),
    customers: CURRENCIES.map((currency) => ({ currency })),
    invoices: new Map(),
    payments: new Map(),
    refunds: new Map(),
    memos: new Map(),
    applications: new Map(),
    uses: new Map(),
    methods: [],
    consents: [],
    ticked: [],
    notices: [],
    tries: [],
    attempts: new Map(),
    days: new Map(),
    moves: [],
    cases: new Map(),
    differed: null,
    taken: null,
    misled: false,
  }
}

async function step(state: State, name: string, operation: Exclude<Resolved, null>): Promise<void> {
  const { company, books } = state
  const candidates =
    operation.op === 'together'
      ? await stepTogether(company, books, operation)
      : [await stepAlone(company, books, operation)]
  const ledger = await readLedger(company.lane.owner, company.accountId, state.entries)
  const tried = candidates.map(({ after, differences }) => {
    inDiary(after, () => learn(company, after, ledger))
    return {
      after,
      differences: [...differences, ...sound(state, ledger), ...compare(company, after, ledger)],
    }
  })
  const best = tried.sort((a, b) => a.differences.length - b.differences.length)[0]!
  if (best.differences.length > 0) throw new Divergence(name, operation, best.differences)
  state.books = best.after
  state.entries = ledger.entries
  state.history = ledger.history[1]
}

/** What falls due is charged once the news has been heard: apart, as it depends on what the product knows by then. */
async function stepOfCharges(state: State, name: string, command: Command): Promise<void> {
  if (state.books.consents.length === 0) return
  const trouble = (command.kind === 'clock' && command.charging) || null
  await step(state, name, { op: 'chargeDue', trouble })
}

interface Candidate {
  readonly after: Books
  readonly differences: readonly string[]
}

async function stepAlone(company: Company, books: Books, operation: Operation): Promise<Candidate> {
  const answered = await perform(company, books, operation)
  const expected = inDiary(books, () => foretell(books, operation))
  return { after: books, differences: unlike(expected, answered) }
}

/** Whatever is done to the books is written down on its day. */
function inDiary<T>(books: Books, work: () => T): T {
  const before = factsOf(books)
  const result = work()
  writeDiary(books, before)
  return result
}

/**
 * Whoever came first: the outcome has to be that of one order or of the other. A write-off that finds a payment under
 * way is refused, whatever the payment leaves over.
 */
async function stepTogether(
  company: Company,
  books: Books,
  { first, second }: Extract<Resolved, { op: 'together' }>,
): Promise<Candidate[]> {
  const [one, other] = await performTogether(company, books, [first, second])
  const inOrder = (deeds: readonly (readonly [Operation, Answer])[]): Candidate => {
    const after = structuredClone(books)
    return {
      after,
      differences: deeds.flatMap(([deed, answer]) =>
        unlike(
          inDiary(after, () => foretell(after, deed)),
          answer,
          true,
        ),
      ),
    }
  }
  const [a, b] = [[first, one!] as const, [second, other!] as const]
  const met = second.op === 'writeOff' && other!.code === 'wrong_state' ? [inOrder([a])] : []
  return [inOrder([a, b]), inOrder([b, a]), ...met]
}

/** What a race may answer instead: a request finds itself, or the deed that closed its invoice, still under way. */
const RACING: Readonly<Record<string, string>> = { invoice_unknown: 'invoice_not_payable', '': 'in_progress' }

function unlike(expected: Answer, answered: Answer, racing = false): string[] {
  const same =
    expected.status === answered.status &&
    expected.code === answered.code &&
    expected.told === answered.told &&
    (expected.field === undefined || answered.field?.split(' ').includes(expected.field))
  if (same || (racing && answered.code === RACING[expected.code ?? ''])) return []
  return [`answered ${JSON.stringify(answered)}, should be ${JSON.stringify(expected)}`]
}

function sound(state: State, ledger: Ledger): string[] {
  const rewritten = state.history !== null && ledger.history[0] !== state.history
  return [...(ledger.breaches ?? []), ...(rewritten ? ['I14: what the ledger said before has changed'] : [])]
}

const REST: readonly Command[] = [3, 70, 1440, 1440].map((minutes) => ({
  kind: 'clock',
  minutes,
  mail: null,
}))

/**
 * Given time and a processor that answers, nothing stays open that is over. Where the run goes over HTTP, every page and
 * paper is then looked at. That takes as long as the commands did, and after each of these one of the pages was looked at.
 */
async function comeToRest(state: State): Promise<void> {
  const { company } = state
  for (const [index, command] of REST.entries()) {
    await step(state, 'coming to rest', resolve(state.books, noRequests(), command)!)
    if (index < REST.length - 1) await stepOfCharges(state, 'charges, coming to rest', command)
  }
  const open = [
    ...[...state.books.payments.values()].filter(isUnanswered),
    ...[...state.books.refunds.values()].filter((refund) => refund.doubtful && refund.status === 'waiting'),
  ].map((one) => `${one.key} is still ${one.status}, and nobody asks the processor`)
  const found = [...open, ...casesAtRest(state.books), ...(await checkBooks(company))]
  if (company.overHttp)
    found.push(...(await lookAround(company, state.books)), ...(await checkDocuments(company, state.books)))
  if (found.length > 0) throw new Divergence('at rest', null, found)
}

/** What the processor could have said by now. What it said wrongly is for a person to look at. */
function isUnanswered({ doubtful, status, charge }: Payment): boolean {
  if (!doubtful || status === 'error') return false
  if (status === 'confirmed') return charge?.status === 'rejected'
  return status !== 'rejected' && status !== 'refunded' && status !== charge?.status
}
