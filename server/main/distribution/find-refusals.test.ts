import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import { distributeDatabase } from './distribute-database.ts'
import { findRefusals } from './find-refusals.ts'
import { readSchema } from './read-schema.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.ownerConfig)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('begin'))
afterEach(() => owner.query('rollback'))

const refusals = async (): Promise<string[]> => findRefusals(await readSchema(owner))

const TABLE = 'create table notes (account_id uuid not null, id uuid not null, primary key (account_id, id));'
const FUNCTION = 'create function note() returns trigger language plpgsql as $$ begin return null; end $$;'

/** Statements of a possible migration, and the beginning of the sentence that each gets. */
const ADDITIONS: readonly [title: string, statements: string, sentence: string][] = [
  [
    'a unique key without the account',
    'alter table customers add constraint customers_email_key unique (email)',
    "The unique key customers_email_key of customers doesn't contain account_id.",
  ],
  [
    'a unique index without the account',
    'create unique index payments_reference on payments (reference)',
    "The unique key payments_reference of payments doesn't contain account_id.",
  ],
  [
    'a new table whose key has another first column',
    `${TABLE} create unique index notes_id on notes (id)`,
    "The unique key notes_id of notes doesn't contain account_id.",
  ],
  [
    'a directory that placement.ts does not name',
    'create table notes (note_hash bytea, account_id uuid not null, primary key (note_hash, account_id))',
    'The table notes has an account_id and would stay on the coordinator',
  ],
  [
    'a foreign key without the account',
    'alter table companies add constraint companies_ids unique (account_id, id); alter table invoices add other uuid references users (id), add constraint invoices_file foreign key (id, account_id) references stored_files (account_id, id)',
    'The foreign key invoices_file of invoices refers to stored_files',
  ],
  [
    'a foreign key from a copied table to an account’s',
    'alter table users add file_account uuid, add file uuid, add constraint users_file foreign key (file_account, file) references stored_files (account_id, id)',
    'The foreign key users_file of users refers to stored_files',
  ],
  [
    'a policy with a subquery',
    `${TABLE} alter table notes enable row level security; create policy member on notes using (exists (select from memberships m where m.account_id = notes.account_id))`,
    'The policy member on notes has a subquery.',
  ],
  [
    'a trigger with transition tables and nothing for a row',
    `${FUNCTION} create trigger noted after insert on customers referencing new table as added for each statement execute function note()`,
    'The trigger noted on customers uses transition tables, and there is no function note_row',
  ],
  [
    'a trigger on a copied table',
    `${FUNCTION} create trigger noted after insert on accounts for each row execute function note()`,
    'The trigger noted is on accounts',
  ],
  [
    'an SQL function with parameters that reads an account’s table',
    'create function count_for(customer uuid) returns bigint language sql as $$ select count(*) from invoices where customer_id = customer $$',
    'The function count_for is written in SQL',
  ],
]

describe('what Citus would refuse of the schema', () => {
  it('is nothing', async () => {
    expect(await refusals()).toEqual([])
  })

  it.each(ADDITIONS)('%s is reported', async (_, statements, sentence) => {
    await owner.query(statements)
    const found = await refusals()
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(sentence)
  })
})

describe('npm run distribute', () => {
  it('refuses a database without the extension and says how to get it', async () => {
    await expect(distributeDatabase(owner, () => {})).rejects.toThrow(
      "This database doesn't have the extension Citus.",
    )
  })
})
