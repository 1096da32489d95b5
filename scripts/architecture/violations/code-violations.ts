import { importing } from '../sound-checkout.ts'
import type { Violation } from './violation.ts'

/** A ledger that exports one function that books money. */
export const bookingLedger = {
  'server/rooms/ledger/index.ts': "export { bookMoney } from './actions/book-money.ts'\n",
  'server/rooms/ledger/actions/book-money.ts': `${importing('./append-entries.ts')}export const bookMoney = (ctx) => ctx\n`,
  'server/rooms/ledger/actions/append-entries.ts': 'export const appendEntries = (ctx) => ctx\n',
}
export const booking = "import { bookMoney } from '../../ledger/index.ts'\n"

/** Code that a rule forbids. */
export const codeViolations: readonly Violation[] = [
  ['every source parses', 'domain/money.ts', 'export const ='],
  [
    'functions have at most 60 lines (100 in .tsx)',
    'web/session/call.ts',
    `export function long() {${'\n'.repeat(60)}}`,
  ],
  [
    'functions have at most 60 lines (100 in .tsx)',
    'web/ui/button.tsx',
    `export const Button = () => {${'\n'.repeat(100)}}`,
  ],
  ['no any', 'web/session/call.ts', 'export const x = (y: any) => y'],
  ['no floats near money', 'domain/money.ts', 'export const x = parseFloat("1")'],
  ['no floats near money', 'domain/money.ts', 'export const x = Number.parseFloat("1")'],
  [
    'no floats near money',
    'domain/money.ts',
    'export const x = (amountMinor: bigint) => Number(amountMinor)',
  ],
  ['no floats near money', 'domain/money.ts', 'export const x = (row: { total: string }) => +row.total'],
  ['no floats near money', 'domain/money.ts', 'export const x = (n: number) => n.toFixed(2)'],
  ['no floats near money', 'server/rooms/payments/routes.ts', 'export const fee = 0.029'],
  ['time is read from the clock only', 'domain/money.ts', 'export const x = new Date()'],
  ['time is read from the clock only', 'server/rooms/payments/routes.ts', 'export const x = Date.now()'],
  ['time is read from the clock only', 'server/main/start.ts', 'export const x = Date()'],
  ['time is read from the clock only', 'server/main/start.ts', 'export const x = Temporal.Now.instant()'],
  [
    'no raw HTML in the web',
    'web/ui/button.tsx',
    'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />',
  ],
  ['no raw HTML in the web', 'web/session/call.ts', 'document.body.innerHTML = ""'],
  ['no test is skipped or focused', 'domain/money.test.ts', `it${'.'}skip('x', () => {})`],
  ['no test is skipped or focused', 'domain/money.test.ts', `describe.concurrent${'.'}only('x', () => {})`],
  ['no hooks at the top of shared modules', 'proof/load/fixture.ts', 'afterEach(() => {})'],
  [
    'regular expressions run in linear time',
    'server/platform/clock.ts',
    'export const trimmed = (text: string) => text.replace(/\\s+$/, "")',
  ],
  [
    'a failpoint follows every ledger entry',
    'server/rooms/payments/actions/take-money.ts',
    `${booking}export async function takeMoney(ctx) { await failpoint('a'); await bookMoney(ctx) }`,
    bookingLedger,
  ],
  [
    'a failpoint follows every ledger entry',
    'server/rooms/payments/actions/take-money.ts',
    `${booking}const book = (ctx) => bookMoney(ctx)
    export async function takeMoney(ctx) { await book(ctx); await failpoint('a') }
    export async function takeMore(ctx) { await book(ctx) }`,
    bookingLedger,
  ],
  [
    'a table is written only by the room that declares it',
    'server/rooms/payments/store.ts',
    "export const take = (db) => db.deleteFrom('ledger_entries')",
    { 'server/rooms/ledger/tables.ts': 'export interface Database { ledger_entries: object }' },
  ],
]
