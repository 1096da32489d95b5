import { sql } from 'kysely'
import { formatDocumentNumber } from '../../../../domain/invoices/document-number.ts'
import type { Ctx } from '../../../platform/context.ts'

export type NumberedKind = 'invoice' | 'credit_memo' | 'payment' | 'statement'

/** Default format and start of each sequence. */
const FIRST = {
  invoice: { prefix: 'INV-', value: 1001n, width: 4 },
  credit_memo: { prefix: 'CM-', value: 1001n, width: 4 },
  payment: { prefix: 'PAY-', value: 1001n, width: 4 },
  statement: { prefix: 'ST-', value: 1001n, width: 4 },
} as const

/**
 * Takes the next value of a sequence, as a statement with one row (`number`) that can stand alone or in a
 * WITH. The sequence's row stays locked until the transaction ends, so that numbers have neither gaps nor
 * duplicates.
 */
export const nextNumber = (ctx: Ctx, kind: NumberedKind) => {
  const first = FIRST[kind]
  return sql<{ number: string }>`
    insert into number_sequences as s (account_id, kind, prefix, next_value, width)
    values (${ctx.accountId}, ${kind}, ${first.prefix}, ${first.value + 1n}::bigint, ${first.width}::integer)
    on conflict (account_id, kind) do update set next_value = s.next_value + 1
    returning s.prefix || lpad((s.next_value - 1)::text, greatest(s.width, length((s.next_value - 1)::text)), '0') as number`
}

/** Takes the next number of a kind of document: 'CM-1001'. */
export async function takeNumber(ctx: Ctx, kind: NumberedKind): Promise<string> {
  const result = await nextNumber(ctx, kind).execute(ctx.db)
  return result.rows[0]!.number
}

/** Takes the next numbers of a kind of document, in their order: a block, under one lock of the sequence. */
export async function takeNumbers(ctx: Ctx, kind: NumberedKind, count: number): Promise<string[]> {
  if (count === 0) return []
  const first = FIRST[kind]
  const { rows } = await sql<{ prefix: string; width: number; start: bigint }>`
    insert into number_sequences as s (account_id, kind, prefix, next_value, width)
    values (${ctx.accountId}, ${kind}, ${first.prefix}, ${first.value + BigInt(count)}::bigint, ${first.width}::integer)
    on conflict (account_id, kind) do update set next_value = s.next_value + ${count}::integer
    returning s.prefix, s.width, s.next_value - ${count}::integer as start`.execute(ctx.db)
  const { prefix, width, start } = rows[0]!
  return Array.from({ length: count }, (_, at) => formatDocumentNumber(prefix, start + BigInt(at), width))
}

/** Moves a sequence past numbers that were typed. The caller holds the sequence's row. */
export async function skipUsedNumbers(ctx: Ctx, kind: 'invoice' | 'credit_memo'): Promise<void> {
  const table = sql.table(kind === 'invoice' ? 'invoices' : 'credit_memos')
  // Two statements, because a distributed database takes no subquery for a value that is set.
  const { rows } = await sql<{ free: bigint }>`
    select g.n as free from number_sequences s, generate_series(s.next_value, s.next_value + 9999) g(n)
    where s.account_id = ${ctx.accountId} and s.kind = ${kind}
      and not exists (select from ${table} d where d.account_id = s.account_id
        and lower(d.number) = lower(s.prefix || lpad(g.n::text, greatest(s.width, length(g.n::text)), '0')))
    order by g.n limit 1`.execute(ctx.db)
  const free = rows[0]?.free ?? null
  await sql`update number_sequences set next_value = coalesce(${free}::bigint, next_value + 10000)
    where account_id = ${ctx.accountId} and kind = ${kind}`.execute(ctx.db)
}

export interface Counter {
  readonly prefix: string
  readonly width: number
  readonly next: bigint
}

/** Reads a sequence without taking a number, so another transaction may take it first. */
export async function readCounter(ctx: Ctx, kind: NumberedKind): Promise<Counter> {
  const row = await ctx.db
    .selectFrom('number_sequences')
    .select(['prefix', 'width', 'next_value'])
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const first = FIRST[kind]
  return {
    prefix: row?.prefix ?? first.prefix,
    width: row?.width ?? first.width,
    next: row?.next_value ?? first.value,
  }
}

/** Returns the next number without taking it. */
export async function peekNumber(ctx: Ctx, kind: NumberedKind): Promise<string> {
  const { prefix, next, width } = await readCounter(ctx, kind)
  return formatDocumentNumber(prefix, next, width)
}

/** Releases the last number taken, when it belongs to a draft that is being deleted. */
export async function giveBackNumber(ctx: Ctx, kind: NumberedKind, number: string): Promise<void> {
  await sql`
    update number_sequences s set next_value = s.next_value - 1
    where s.account_id = ${ctx.accountId} and s.kind = ${kind} and s.next_value > 1
      and ${number} = s.prefix || lpad((s.next_value - 1)::text, greatest(s.width, length((s.next_value - 1)::text)), '0')`.execute(
    ctx.db,
  )
}

/** Continues a sequence after the highest imported number. */
export async function continueAfter(ctx: Ctx, kind: NumberedKind, highest: bigint): Promise<void> {
  const first = FIRST[kind]
  await sql`
    insert into number_sequences as s (account_id, kind, prefix, next_value, width)
    values (${ctx.accountId}, ${kind}, ${first.prefix}, greatest(${first.value}::bigint, ${highest + 1n}::bigint), ${first.width}::integer)
    on conflict (account_id, kind) do update set next_value = greatest(s.next_value, excluded.next_value)`.execute(
    ctx.db,
  )
}
