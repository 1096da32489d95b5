import './tables.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { RemoteKind } from '../records.ts'
import type { Row, StoredByKind } from './stored-records.ts'

/** The books of one account in a transaction of their own. `now` is epoch ms of the product's clock. */
export interface Books {
  readonly db: Tx
  readonly accountId: string
  readonly now: number
}

export interface Head {
  readonly last_change: bigint
  readonly made: number
  readonly is_closed: boolean
}

/** Locks the books until the transaction ends, and opens them when they are new. */
export async function lockBooks({ db, accountId }: Books): Promise<Head> {
  await db
    .insertInto('sandbox_books_heads')
    .values({ account_id: accountId, last_change: 0n, made: 0, is_closed: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('sandbox_books_heads')
    .select(['last_change', 'made', 'is_closed'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function changeHead({ db, accountId }: Books, head: Partial<Head>): Promise<void> {
  await db.updateTable('sandbox_books_heads').set(head).where('account_id', '=', accountId).execute()
}

export interface Change<K extends RemoteKind = RemoteKind> {
  readonly kind: K
  readonly ref: string
  readonly record: StoredByKind[K]
  readonly isDeleted?: boolean
}

/** Writes records as the next changes. The books must be locked. */
export async function writeRecords(books: Books, head: Head, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ kind, ref, record, isDeleted }, at) => ({
    kind,
    ref,
    record,
    is_deleted: isDeleted ?? false,
    change_number: (head.last_change + BigInt(at) + 1n).toString(),
  }))
  await sql`
    insert into sandbox_books as b (account_id, kind, ref, version, change_number, is_deleted, record)
    select here.account_id, r.kind, r.ref, 1, r.change_number, r.is_deleted, r.record
    from ${here(books.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(kind text, ref text, change_number bigint, is_deleted boolean, record jsonb)
    on conflict (account_id, kind, ref) do update set version = b.version + 1, change_number = excluded.change_number,
      is_deleted = excluded.is_deleted, record = excluded.record`.execute(books.db)
  await changeHead(books, { last_change: head.last_change + BigInt(changes.length) })
}

const columns = ['kind', 'ref', 'version', 'is_deleted', 'record', 'change_number'] as const

const toRow = <K extends RemoteKind>(row: {
  kind: RemoteKind
  ref: string
  version: number
  is_deleted: boolean
  record: unknown
}): Row<K> => ({
  kind: row.kind as K,
  ref: row.ref,
  version: row.version,
  isDeleted: row.is_deleted,
  record: row.record as StoredByKind[K],
})

export async function readRecord<K extends RemoteKind>(
  { db, accountId }: Books,
  kind: K,
  ref: string,
): Promise<Row<K> | null> {
  const row = await db
    .selectFrom('sandbox_books')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row ? toRow<K>(row) : null
}

/** Returns records of a kind in the order of their ids, after one of them. */
export async function listRecords<K extends RemoteKind>(
  { db, accountId }: Books,
  kind: K,
  after: string,
  limit: number,
): Promise<Row<K>[]> {
  const rows = await db
    .selectFrom('sandbox_books')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('is_deleted', '=', false)
    .where('ref', '>', after)
    .orderBy('ref')
    .limit(limit)
    .execute()
  return rows.map((row) => toRow<K>(row))
}

export async function countRecords({ db, accountId }: Books, kind: RemoteKind): Promise<number> {
  const row = await db
    .selectFrom('sandbox_books')
    .select((eb) => eb.fn.countAll<bigint>().as('records'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return Number(row.records)
}

/** Returns records changed after a change, in order, each with its change number. */
export async function listChanges(
  { db, accountId }: Books,
  after: bigint,
  limit: number,
): Promise<{ row: Row; changeNumber: bigint }[]> {
  const rows = await db
    .selectFrom('sandbox_books')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('change_number', '>', after)
    .orderBy('change_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ row: toRow(row), changeNumber: row.change_number }))
}

/** Finds the payment with our reference. */
export async function findByReference(books: Books, reference: string): Promise<Row<'payment'> | null> {
  const row = await books.db
    .selectFrom('sandbox_books')
    .select(columns)
    .where('account_id', '=', books.accountId)
    .where('kind', '=', 'payment')
    .where('is_deleted', '=', false)
    .where(sql<boolean>`record ->> 'reference' = ${reference}`)
    .executeTakeFirst()
  return row ? toRow<'payment'>(row) : null
}
