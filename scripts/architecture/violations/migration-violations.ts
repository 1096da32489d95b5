import type { Violation } from './violation.ts'

/** Migrations without account keys, row-level security or numbers. */
export const migrationViolations: readonly Violation[] = [
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
    'tenant tables have row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key);',
  ],
  [
    'tenant tables have row-level security',
    'db/migrations/0002-x.sql',
    "create table x (account_id uuid primary key); -- make_tenant_table('x')",
  ],
  [
    'tenant tables have row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key); alter table x enable row level security; create policy p on x using (true);',
  ],
  [
    'tenant tables have row-level security',
    'db/migrations/0002-x.sql',
    'create table x (account_id uuid primary key); alter table x enable row level security; alter table x force row level security;',
  ],
  ['migrations are numbered, each with its own number', 'db/migrations/0001-again.sql', ''],
  ['migrations are numbered, each with its own number', 'db/migrations/next.sql', ''],
]
