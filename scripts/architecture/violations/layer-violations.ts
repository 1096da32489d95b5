import { empty, importing, page } from '../sound-checkout.ts'
import type { Violation } from './violation.ts'

/** Imports that cross layers, rooms or apps. */
export const layerViolations: readonly Violation[] = [
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
    'platform imports ports, but no adapter and no room',
    'server/platform/clock.ts',
    importing('../rooms/ledger/index.ts'),
  ],
  [
    'platform imports ports, but no adapter and no room',
    'server/platform/clock.ts',
    importing('../gateways/payments/sandbox/adapter.ts'),
  ],
  ['gateways import no room', 'server/gateways/payments/port.ts', importing('../../rooms/ledger/index.ts')],
  ['only main and tests import main', 'server/rooms/payments/routes.ts', importing('../../main/start.ts')],
  [
    'the server imports no web, seed, script, proof or benchmark',
    'server/rooms/payments/routes.ts',
    importing('../../../web/session/call.ts'),
  ],
  [
    'the server imports no web, seed, script, proof or benchmark',
    'server/rooms/payments/routes.ts',
    importing('../../../scripts/build.ts'),
  ],
  [
    'the server imports no web, seed, script, proof or benchmark',
    'server/main/commands/command.ts',
    importing('../../../seed/demo/demo-company.ts'),
    { 'seed/demo/demo-company.ts': empty },
  ],
  [
    'simulators import neither rooms nor web',
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
  [
    'rooms are imported through their index.ts',
    'server/rooms/payments/routes.ts',
    importing('../ledger/rules.ts'),
  ],
  [
    'rooms are imported through their index.ts',
    'server/rooms/payments/routes.test.ts',
    importing('../ledger/store.ts'),
  ],
  [
    'rooms are imported through their index.ts',
    'server/main/start.ts',
    importing('../rooms/ledger/store.ts'),
  ],
  [
    'rooms import ports, not adapters',
    'server/rooms/payments/routes.ts',
    importing('../../gateways/payments/sandbox/adapter.ts'),
  ],
  [
    'rules import only domain and types',
    'server/rooms/ledger/rules.ts',
    importing('../../platform/clock.ts'),
  ],
  ['rules import only domain and types', 'server/rooms/ledger/rules.ts', importing('zod')],
  ['rules import only domain and types', 'server/rooms/payments/rules/texts.ts', importing('../store.ts')],
  ['SQL stays in the store', 'server/rooms/payments/routes.ts', importing('kysely')],
  [
    'SQL stays in the store',
    'server/rooms/ledger/actions/append-entry.ts',
    `${importing('../../../platform/db/pool.ts')}export function f(): void {}`,
  ],
  [
    'stores import no actions, routes or jobs',
    'server/rooms/ledger/store.ts',
    importing('./actions/append-entry.ts'),
  ],
  [
    'stores import no actions, routes or jobs',
    'server/rooms/payments/store/charges.ts',
    importing('../routes.ts'),
  ],
  [
    'drawing imports no database code',
    'server/rooms/documents/drawing/sheet.ts',
    importing('../../../platform/db/pool.ts'),
    { 'server/rooms/documents/README.md': page },
  ],
  [
    'only tests and the seed import builders',
    'server/rooms/ledger/actions/append-entry.ts',
    `${importing('../testing.ts')}export function f(): void {}`,
  ],
  [
    'only tests and the seed import builders',
    'server/main/start.ts',
    importing('../../testing/test-database.ts'),
  ],
  ['web never imports the server', 'web/session/call.ts', importing('../../server/platform/clock.ts')],
  ['business and portal do not import each other', 'web/portal/main.tsx', importing('../business/late.tsx')],
  ['business and portal do not import each other', 'web/business/main.tsx', importing('../portal/main.tsx')],
  [
    'web/ui, web/session and web/account-security import no app',
    'web/ui/button.tsx',
    importing('../session/call.ts'),
  ],
  [
    'web/ui, web/session and web/account-security import no app',
    'web/session/call.ts',
    importing('../business/late.tsx'),
  ],
  [
    'web/ui, web/session and web/account-security import no app',
    'web/account-security/active-sessions.tsx',
    importing('../portal/late.tsx'),
  ],
  ['packages are declared', 'web/session/call.ts', importing('left-pad/index.js')],
  ['imports resolve to files', 'web/session/call.ts', importing('./gone.ts')],
  ['imports resolve to files', 'web/session/call.ts', importing('../ui/button')],
  [
    'no import cycles, types included',
    'web/session/call.ts',
    importing('./token.ts'),
    { 'web/session/token.ts': importing('./call.ts') },
  ],
  ['no import cycles, types included', 'web/session/call.ts', importing('./call.ts')],
  ['no orphan files', 'web/session/lonely.ts', empty],
  ['no orphan files', 'web/ui/lonely.css', ''],
  [
    'screens import only rooms on earlier lines',
    'web/business/layout/page.tsx',
    importing('../invoices/list.tsx'),
    { 'web/business/invoices/list.tsx': empty },
  ],
]
