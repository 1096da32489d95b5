import { sql } from 'kysely'
import { type App, type Ctx, enterAccount } from '../../platform/context.ts'
import type { LedgerAccount } from '../../rooms/ledger/index.ts'
import { COMMAND, COMMAND_CALLER } from '../commands/command.ts'
import { accountPart, type JournalEntry } from './format-entry.ts'

const CUSTOMERS_AT_ONCE = 5000
const ENTRIES_AT_ONCE = 500

/** Runs `work` on a snapshot of an account, however long it reads and whatever is booked meanwhile. */
export const inSnapshot = <T>(app: App, accountId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      const base = { app, db, actor: COMMAND, now: app.clock.wallNow(), ...COMMAND_CALLER }
      return work(await enterAccount(base, accountId))
    })

export async function currenciesOf(ctx: Ctx): Promise<string[]> {
  const result = await sql<{ currency: string }>`
    select distinct currency from customer_balances where account_id = ${ctx.accountId} order by 1`.execute(
    ctx.db,
  )
  return result.rows.map((row) => row.currency)
}

/** Returns each customer's name in the journal. Customers of the same name get the end of their id. */
export async function customerNames(ctx: Ctx): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const first = new Map<string, string>()
  const apart = (id: string, name: string): void => void names.set(id, `${name} #${id.slice(-8)}`)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const result = await sql<{ id: string; name: string }>`
      select id, short_name as name from customers where account_id = ${ctx.accountId} and id > ${after}::uuid
      order by id limit ${CUSTOMERS_AT_ONCE}`.execute(ctx.db)
    for (const { id, name } of result.rows) {
      const part = accountPart(name)
      const twin = first.get(part)
      if (twin !== undefined) {
        apart(twin, part)
        apart(id, part)
        continue
      }
      first.set(part, id)
      names.set(id, part)
    }
    if (result.rows.length < CUSTOMERS_AT_ONCE) return names
    after = result.rows.at(-1)!.id
  }
}

interface EntryRow {
  sequence: bigint
  booked_on: string
  description: string
  legs: {
    account: LedgerAccount
    customer: string | null
    document: string
    currency: string
    amount: string
  }[]
}

/**
 * Yields the account's entries in order and in batches, so that memory use doesn't depend on their number.
 */
export async function* readEntries(
  ctx: Ctx,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<JournalEntry[]> {
  for (let after = 0n; ; ) {
    const { rows } = await sql<EntryRow>`
      select e.sequence, e.booked_on, e.description, (
        select jsonb_agg(jsonb_build_object('account', p.ledger_account, 'customer', p.customer_id,
          'document', coalesce(i.number, m.number, ''), 'currency', p.currency, 'amount', p.amount_minor::text) order by p.position)
        from ledger_postings p
          left join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
          left join credit_memos m on m.account_id = p.account_id and m.id = p.credit_memo_id
        where p.account_id = e.account_id and p.entry_id = e.id) as legs
      from ledger_entries e where e.account_id = ${ctx.accountId} and e.sequence > ${after}
      order by e.sequence limit ${ENTRIES_AT_ONCE}`.execute(ctx.db)
    if (rows.length === 0) return
    yield rows.map((row) => toEntry(row, names))
    after = rows.at(-1)!.sequence
  }
}

const toEntry = (row: EntryRow, names: ReadonlyMap<string, string>): JournalEntry => ({
  sequence: row.sequence,
  bookedOn: row.booked_on,
  description: row.description,
  legs: row.legs.map((leg) => ({
    account: leg.account,
    customer: leg.customer === null ? '' : names.get(leg.customer)!,
    document: leg.document === '' ? '' : accountPart(leg.document),
    currency: leg.currency,
    amountMinor: BigInt(leg.amount),
  })),
})
