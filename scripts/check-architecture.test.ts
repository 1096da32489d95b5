import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { globalTables } from './architecture/migration-rules.ts'
import { checkArchitecture, type RuleResult } from './check-architecture.ts'

/** Lays out a small checkout, checks it, and returns what is broken as `rule: path`. */
function broken(files: Record<string, string>): string[] {
  return results(files).flatMap(({ name, problems }) => problems.map(({ path }) => `${name}: ${path}`))
}

function results(files: Record<string, string>): RuleResult[] {
  const root = mkdtempSync(join(tmpdir(), 'quittance-architecture-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkArchitecture(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

const page = '# A room\n'
const empty = 'export {}\n'
const importing = (...paths: string[]) => paths.map((path) => `import '${path}'\n`).join('')
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const n${index} = ${index}`).join('\n')
const word = (...pieces: string[]) => pieces.join('')

/** A checkout that keeps every rule. */
const sound: Record<string, string> = {
  'package.json':
    '{ "dependencies": { "zod": "1", "kysely": "1", "react": "1" }, "devDependencies": { "vitest": "1" } }',
  'README.md': page,
  'domain/money.ts': 'export const cents = (text: string): bigint => BigInt(text)\n',
  'domain/money.test.ts': importing('vitest', './money.ts'),
  'contract/payments.ts': importing('zod', '../domain/money.ts'),
  'server/platform/clock.ts': 'export const now = (): number => Date.now()\n',
  'server/platform/db/pool.ts': importing('kysely'),
  'testing/test-database.ts': empty,
  'server/gateways/payments/port.ts': importing('../../../domain/money.ts'),
  'server/gateways/payments/sandbox/adapter.ts': importing('../port.ts'),
  'server/rooms/ledger/README.md': page,
  'server/rooms/ledger/index.ts': importing('./actions/append-entry.ts'),
  'server/rooms/ledger/registry.ts': empty,
  'server/rooms/ledger/actions/append-entry.ts': `${importing('../store.ts', '../rules.ts')}export function appendEntry(): void {}\n`,
  'server/rooms/ledger/rules.ts': importing('../../../domain/money.ts'),
  'server/rooms/ledger/store.ts': importing('kysely', '../../platform/db/pool.ts', '../../platform/clock.ts'),
  'server/rooms/ledger/testing.ts': importing('../../../testing/test-database.ts'),
  'server/rooms/payments/README.md': page,
  'server/rooms/payments/index.ts': empty,
  'server/rooms/payments/registry.ts': importing('./routes.ts'),
  'server/rooms/payments/routes.ts': importing(
    '../ledger/index.ts',
    '../../gateways/payments/port.ts',
    '../../../contract/payments.ts',
  ),
  'server/rooms/payments/routes.test.ts': importing(
    'vitest',
    './routes.ts',
    '../ledger/testing.ts',
    '../../gateways/payments/sandbox/adapter.ts',
  ),
  'server/main/start.ts': importing(
    '../rooms/ledger/registry.ts',
    '../rooms/payments/registry.ts',
    '../rooms/payments/index.ts',
    '../gateways/payments/sandbox/adapter.ts',
  ),
  'scripts/build.ts': empty,
  'web/business.html': '<script type="module" src="/business/main.tsx"></script><link href="./ui/base.css">',
  'web/business/main.tsx': `${importing('react', '../session/call.ts', '../ui/button.tsx')}const load = () => import('./late.tsx')\nload()\n`,
  'web/business/late.tsx': empty,
  'web/portal.html': '<script type="module" src="/portal/main.tsx"></script>',
  'web/portal/main.tsx': importing('../session/call.ts', '../../contract/payments.ts'),
  'web/session/call.ts': empty,
  'web/ui/button.tsx': "export const Button = () => <p>don't</p>\n",
  'web/ui/base.css': "@import './tokens.css';",
  'web/ui/tokens.css': '',
  'db/migrations/0001-accounts.sql': `
    create table accounts (account_id uuid primary key);
    alter table accounts enable row level security;
    alter table accounts force row level security;
    create policy tenant on accounts using (true);
    create table invoices (account_id uuid, id uuid, primary key (account_id, id));
    select make_tenant_table('invoices');
    ${Object.keys(globalTables)
      .filter((name) => name !== 'schema_migrations')
      .map((name) => `create table ${name} (id int primary key);`)
      .join('\n')}`,
}

it('finds nothing in a sound checkout', () => {
  expect(broken(sound)).toEqual([])
})

/** A ledger that hands out one function that books, and what only reads. */
const bookingLedger = {
  'server/rooms/ledger/index.ts': "export { bookMoney } from './actions/book-money.ts'\n",
  'server/rooms/ledger/actions/book-money.ts': `${importing('./append-entries.ts')}export const bookMoney = (ctx) => ctx\n`,
  'server/rooms/ledger/actions/append-entries.ts': 'export const appendEntries = (ctx) => ctx\n',
}
const booking = "import { bookMoney } from '../../ledger/index.ts'\n"

/** What is planted into the sound checkout, by the rule that must catch it. */
const plants: [rule: string, path: string, text: string, others?: Record<string, string>][] = [
  [
    'requirements name the tests that prove them',
    'docs/requirements.md',
    '| R-01 | hashes passwords | `server/rooms/identity/gone.test.ts` |\n',
  ],
  [
    'each requirement has one row',
    'docs/requirements.md',
    '| R-01 | hashes passwords | not built yet |\n| R-01 | again | not built yet |\n',
  ],
  [
    'requirement ids stay in docs/requirements.md',
    'domain/money/rate.ts',
    '// R-01 asks for this.\nexport const rate = 1\n',
    { 'docs/requirements.md': '| R-01 | hashes passwords | not built yet |\n' },
  ],
  [
    'pages name requirements that exist',
    'docs/security.md',
    'See R-99.\n',
    { 'docs/requirements.md': '| R-01 | hashes passwords | not built yet |\n' },
  ],
  ['every source parses', 'domain/money.ts', 'export const ='],
  ['domain imports nothing', 'domain/money.ts', importing('zod')],
  ['domain imports nothing', 'domain/money.ts', importing('node:fs')],
  [
    'domain imports nothing',
    'domain/money.ts',
    "import type { X } from '../contract/payments.ts'\nexport type Y = X\n",
  ],
  [
    'domain imports nothing',
    'domain/money.ts',
    "export const late = () => import('../web/session/call.ts')\n",
  ],
  ['contract imports domain and zod only', 'contract/payments.ts', importing('../server/platform/clock.ts')],
  ['contract imports domain and zod only', 'contract/payments.ts', importing('kysely')],
  [
    'platform knows ports, but no adapter and no room',
    'server/platform/clock.ts',
    importing('../rooms/ledger/index.ts'),
  ],
  [
    'platform knows ports, but no adapter and no room',
    'server/platform/clock.ts',
    importing('../gateways/payments/sandbox/adapter.ts'),
  ],
  ['gateways know no room', 'server/gateways/payments/port.ts', importing('../../rooms/ledger/index.ts')],
  ['only main and tests see main', 'server/rooms/payments/routes.ts', importing('../../main/start.ts')],
  [
    'server never imports web, scripts, e2e or bench',
    'server/rooms/payments/routes.ts',
    importing('../../../web/session/call.ts'),
  ],
  [
    'server never imports web, scripts, e2e or bench',
    'server/rooms/payments/routes.ts',
    importing('../../../scripts/build.ts'),
  ],
  [
    'simulators stand apart from rooms and web',
    'simulators/stripe.test.ts',
    importing('../server/rooms/ledger/index.ts'),
  ],
  [
    'rooms import only rooms on earlier lines',
    'server/rooms/ledger/actions/append-entry.ts',
    `${importing('../../payments/index.ts')}export function f(): void {}`,
  ],
  [
    'rooms import only rooms on earlier lines',
    'server/rooms/ledger/index.ts',
    importing('../identity/index.ts'),
    { 'server/rooms/identity/index.ts': empty, 'server/rooms/identity/README.md': page },
  ],
  ['rooms are entered by the door', 'server/rooms/payments/routes.ts', importing('../ledger/rules.ts')],
  ['rooms are entered by the door', 'server/rooms/payments/routes.test.ts', importing('../ledger/store.ts')],
  ['rooms are entered by the door', 'server/main/start.ts', importing('../rooms/ledger/store.ts')],
  [
    'rooms see ports, never adapters',
    'server/rooms/payments/routes.ts',
    importing('../../gateways/payments/sandbox/adapter.ts'),
  ],
  [
    'rules import domain only, and types',
    'server/rooms/ledger/rules.ts',
    importing('../../platform/clock.ts'),
  ],
  ['rules import domain only, and types', 'server/rooms/ledger/rules.ts', importing('zod')],
  ['rules import domain only, and types', 'server/rooms/payments/rules/texts.ts', importing('../store.ts')],
  ['SQL stays in the store', 'server/rooms/payments/routes.ts', importing('kysely')],
  [
    'SQL stays in the store',
    'server/rooms/ledger/actions/append-entry.ts',
    `${importing('../../../platform/db/pool.ts')}export function f(): void {}`,
  ],
  [
    'the store lies below actions, routes and jobs',
    'server/rooms/ledger/store.ts',
    importing('./actions/append-entry.ts'),
  ],
  [
    'the store lies below actions, routes and jobs',
    'server/rooms/payments/store/charges.ts',
    importing('../routes.ts'),
  ],
  [
    'drawing knows no transaction',
    'server/rooms/documents/drawing/sheet.ts',
    importing('../../../platform/db/pool.ts'),
    { 'server/rooms/documents/README.md': page },
  ],
  [
    'builders are for tests and the seed',
    'server/rooms/ledger/actions/append-entry.ts',
    `${importing('../testing.ts')}export function f(): void {}`,
  ],
  [
    'builders are for tests and the seed',
    'server/main/start.ts',
    importing('../../testing/test-database.ts'),
  ],
  ['web never imports the server', 'web/session/call.ts', importing('../../server/platform/clock.ts')],
  ['business and portal are strangers', 'web/portal/main.tsx', importing('../business/late.tsx')],
  ['business and portal are strangers', 'web/business/main.tsx', importing('../portal/main.tsx')],
  [
    'web/ui, web/session and web/account-security know no app',
    'web/ui/button.tsx',
    importing('../session/call.ts'),
  ],
  [
    'web/ui, web/session and web/account-security know no app',
    'web/session/call.ts',
    importing('../business/late.tsx'),
  ],
  [
    'web/ui, web/session and web/account-security know no app',
    'web/account-security/active-sessions.tsx',
    importing('../portal/late.tsx'),
  ],
  ['packages are declared', 'web/session/call.ts', importing('left-pad/index.js')],
  ['imports lead to files', 'web/session/call.ts', importing('./gone.ts')],
  ['imports lead to files', 'web/session/call.ts', importing('../ui/button')],
  [
    'no import cycles at run time',
    'web/session/call.ts',
    importing('./token.ts'),
    { 'web/session/token.ts': importing('./call.ts') },
  ],
  ['no import cycles at run time', 'web/session/call.ts', importing('./call.ts')],
  ['no orphan files', 'web/session/lonely.ts', empty],
  ['no orphan files', 'web/ui/lonely.css', ''],
  ['files have at most 300 lines', 'web/session/call.ts', lines(301)],
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
  ['no clock beside the clock', 'domain/money.ts', 'export const x = new Date()'],
  ['no clock beside the clock', 'server/rooms/payments/routes.ts', 'export const x = Date.now()'],
  ['no clock beside the clock', 'server/main/start.ts', 'export const x = Date()'],
  ['no clock beside the clock', 'server/main/start.ts', 'export const x = Temporal.Now.instant()'],
  [
    'no raw HTML in the web',
    'web/ui/button.tsx',
    'export const x = <p dangerouslySetInnerHTML={{ __html: "" }} />',
  ],
  ['no raw HTML in the web', 'web/session/call.ts', 'document.body.innerHTML = ""'],
  ['no test is skipped or runs alone', 'domain/money.test.ts', `it${'.'}skip('x', () => {})`],
  [
    'no test is skipped or runs alone',
    'domain/money.test.ts',
    `describe.concurrent${'.'}only('x', () => {})`,
  ],
  [
    'patterns take no longer than their text',
    'server/platform/clock.ts',
    'export const trimmed = (text: string) => text.replace(/\\s+$/, "")',
  ],
  [
    'a failpoint stands behind what is booked',
    'server/rooms/payments/actions/take-money.ts',
    `${booking}export async function takeMoney(ctx) { await failpoint('a'); await bookMoney(ctx) }`,
    bookingLedger,
  ],
  [
    'a failpoint stands behind what is booked',
    'server/rooms/payments/actions/take-money.ts',
    `${booking}const book = (ctx) => bookMoney(ctx)
    export async function takeMoney(ctx) { await book(ctx); await failpoint('a') }
    export async function takeMore(ctx) { await book(ctx) }`,
    bookingLedger,
  ],
  ['no open ends', 'domain/money.ts', `// ${word('TO', 'DO')} round`],
  ['no open ends', 'web/ui/base.css', `/* ${word('FIX', 'ME')} */`],
  ['nothing outside the checkout is named', 'README.md', `See ${word('../', 'shared')}/design.`],
  ['names tell what is inside', 'web/session/utils.ts', empty],
  ['names tell what is inside', 'web/lib/call.test.ts', empty],
  ['names are kebab-case', 'web/session/tokenStore.test.ts', empty],
  ['names are kebab-case', 'docs/My_page.md', ''],
  ['rooms hold the same few files', 'server/rooms/payments/service.test-data.ts', empty],
  ['rooms hold the same few files', 'server/rooms/parlour/index.ts', empty],
  ['rooms hold the same few files', 'server/rooms/payments/drawing/sheet.ts', empty],
  [
    'actions are named verb-noun',
    'server/rooms/ledger/actions/append.ts',
    'export function append(): void {}',
  ],
  [
    'actions export functions only',
    'server/rooms/ledger/actions/append-entry.ts',
    'export const a = () => {}\nexport const b = 1',
  ],
  ['every room says what it promises', 'server/rooms/plans/index.ts', empty],
  ['every room has a registry', 'server/rooms/plans/index.ts', empty],
  [
    'a room declares its failpoints in its registry',
    'server/rooms/payments/actions/take-money.ts',
    "export async function takeMoney() { await failpoint('money.taken') }",
  ],
  [
    'only main reads a registry',
    'server/rooms/payments/actions/take-money.ts',
    `${importing('../registry.ts')}export function takeMoney() {}`,
  ],
  [
    'tenant tables have account_id first in their keys',
    'db/migrations/0002-x.sql',
    "create table x (id uuid primary key); select make_tenant_table('x');",
  ],
  [
    'tenant tables have account_id first in their keys',
    'db/migrations/0002-x.sql',
    "create table x (id uuid, account_id uuid, primary key (id, account_id)); select make_tenant_table('x');",
  ],
  [
    'tenant tables are guarded by row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key);',
  ],
  [
    'tenant tables are guarded by row-level security',
    'db/migrations/0002-x.sql',
    "create table x (account_id uuid primary key); -- make_tenant_table('x')",
  ],
  [
    'tenant tables are guarded by row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key); alter table x enable row level security; create policy p on x using (true);',
  ],
  [
    'tenant tables are guarded by row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key); alter table x enable row level security; alter table x force row level security;',
  ],
  ['migrations are numbered, each with its own number', 'db/migrations/0001-again.sql', ''],
  ['migrations are numbered, each with its own number', 'db/migrations/next.sql', ''],
  [
    'the lockfile is complete',
    'package-lock.json',
    '{ "packages": { "node_modules/vite": { "optionalDependencies": { "vite-linux-x64": "1" } } } }',
  ],
  [
    'no package is older than its known holes',
    'package-lock.json',
    '{ "packages": { "node_modules/x/node_modules/fastify": { "version": "5.8.4" } } }',
  ],
  ['no key lies in the checkout', 'README.md', `sk_${word('live', '_')}4eC39HqLyjWDarjtT1zdp7dc`],
  ['no key lies in the checkout', 'domain/money.test.ts', `// -----BEGIN ${word('PRIVATE', ' KEY')}-----`],
]

it.each(plants)('catches a break of «%s» in %s', (rule, path, text, others = {}) => {
  const found = results({ ...sound, ...others, [path]: text })
  const caught = found.find(({ name }) => name === rule)
  expect(caught?.problems.map((problem) => problem.path).join()).toContain(path.replace(/\/index\.ts$/, ''))
})

it('has a planted break for every rule', () => {
  const names = results(sound).map(({ name }) => name)
  const proven = new Set(plants.map(([rule]) => rule))
  // This one needs a table to be missing, below.
  expect(names.filter((name) => !proven.has(name))).toEqual(['the list of tables without an account is true'])
})

it('notices when a table without an account is gone', () => {
  const withoutClock = sound['db/migrations/0001-accounts.sql']!.replace(/create table demo_clock.*/, '')
  const found = broken({ ...sound, 'db/migrations/0001-accounts.sql': withoutClock })
  expect(found).toEqual([
    'the list of tables without an account is true: scripts/architecture/migration-rules.ts',
  ])
})

it('is content with a failpoint behind each call of what books', () => {
  const taking = `${booking}const book = (ctx) => bookMoney(ctx)
    export async function takeMoney(ctx) { await book(ctx); await failpoint('a') }
    export async function takeMore(ctx) { await book(ctx); await failpoint('b') }`
  const found = broken({
    ...sound,
    ...bookingLedger,
    'server/rooms/payments/actions/take-money.ts': taking,
  })
  expect(found.filter((one) => one.startsWith('a failpoint'))).toEqual([])
})

it('lets what is right be: types in a circle, reasons for numbers, tests of any length', () => {
  const fine = {
    'web/session/call.ts': "import type { Token } from './token.ts'\nexport type Call = Token\n",
    'web/session/token.ts': `${importing('./call.ts')}export type Token = string\n`,
    'web/session/call.test.ts': `${importing('./token.ts')}${lines(400)}`,
    'domain/money.ts':
      'export const page = (total: string) => Number(total) // not money: how many pages there are\n',
    'server/rooms/ledger/rules.ts': "import type { x } from './tables.ts'\nexport type Y = x\n",
    'server/rooms/ledger/tables.ts': 'export const x = 1\n',
    'domain/rate.ts': 'export const count = (text: string) => Number(text)\n',
    'domain/rate.test.ts': importing('./rate.ts'),
    'package-lock.json': `{ "packages": {
      "node_modules/vite": { "optionalDependencies": { "vite-linux-x64": "1", "vite-own-arm64": "1" } },
      "node_modules/vite-linux-x64": {}, "node_modules/vite/node_modules/vite-own-arm64": {} } }`,
  }
  expect(broken({ ...sound, ...fine })).toEqual([])
})
