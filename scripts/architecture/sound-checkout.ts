import { globalTables } from './migration-rules.ts'

export const page = '# A room\n'
export const empty = 'export {}\n'
/** Source text that imports these modules. */
export const importing = (...paths: string[]) => paths.map((path) => `import '${path}'\n`).join('')
/** Source text of `count` lines. */
export const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const n${index} = ${index}`).join('\n')
/** Joins a forbidden word from parts, so that this file does not contain it. */
export const join = (...parts: string[]) => parts.join('')

/** Files of a checkout that keeps every rule. */
export const soundCheckout: Record<string, string> = {
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
