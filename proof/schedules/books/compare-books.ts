import { sql } from 'kysely'
import { expect } from 'vitest'
import type {
  AccountingPlatform,
  RemoteCreditMemo,
  RemoteCustomer,
  RemoteInvoice,
  RemoteKind,
  RemoteRecord,
} from '../../../server/gateways/accounting/port.ts'
import { INVARIANTS } from '../../../server/main/invariants/queries.ts'
import { liveConnection, toConnection } from '../../../server/rooms/accounting/testing.ts'
import { verifyLedger } from '../../../server/rooms/ledger/index.ts'
import type { Tenant } from '../../../testing/test-app.ts'

async function readAll(
  tenant: Tenant,
  platform: AccountingPlatform,
  kind: RemoteKind,
): Promise<RemoteRecord[]> {
  const connection = await tenant.run(async (ctx) => toConnection(ctx, (await liveConnection(ctx))!))
  const records: RemoteRecord[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await platform.pull(connection, kind, cursor)
    if (!page.ok) throw new Error(page.error.code)
    records.push(...page.value.records)
    cursor = page.value.next
    if (cursor === null) return records
  }
}

/** Compares what is owed on every open invoice, what was posted and how often, and checks the ledger. */
export async function expectSameBooks(
  tenant: Tenant,
  platform: AccountingPlatform,
  given: { readonly posted?: Posted | undefined; readonly merged?: ReadonlyMap<string, string> | undefined },
): Promise<void> {
  const { posted, merged } = given
  const invoices = (await readAll(tenant, platform, 'invoice')) as RemoteInvoice[]
  const open = invoices.filter(({ state }) => state === 'open')
  const here = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links')
      .innerJoin('receivables', 'receivables.invoice_id', 'accounting_links.local_id')
      .innerJoin('invoices', 'invoices.id', 'accounting_links.local_id')
      .select(['remote_id', 'remaining_minor', 'total_minor', 'fees_minor'])
      .where('kind', '=', 'invoice')
      .execute(),
  )
  const found = new Map(here.map((row) => [row.remote_id, row]))
  const feeThere = await feesThere(tenant)
  // A fee that a person left out, because something was paid before it was posted or waived, stays on one side. Here it was waived as
  // far as nobody had paid it.
  const leftOut = await feesThere(tenant, 'left_out')
  const owedHere = (one: RemoteInvoice) =>
    one.balanceMinor > leftOut(one) ? one.balanceMinor - leftOut(one) : 0n
  expect(
    open.map(({ number, remoteId }) => {
      const row = found.get(remoteId)
      return [number, row && row.total_minor - row.fees_minor, row?.remaining_minor]
    }),
  ).toEqual(open.map((one) => [one.number, one.totalMinor - feeThere(one), owedHere(one)]))
  await expectSameCustomers(tenant, platform, invoices, merged)
  if (platform.features.manual_payments) await expectEnteredOnce(tenant, platform)
  else await expectPostedOnce(tenant, posted ?? (await readPosted(tenant, platform)))
  await expectFeesOnce(tenant, open)
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
  for (const { name, query } of INVARIANTS) {
    const { rows } = await tenant.run(({ db }) => sql.raw(query(() => 'true')).execute(db))
    expect([name, rows]).toEqual([name, []])
  }
}

/** Compares which customer owes each open invoice, and which customers are merged into which. */
async function expectSameCustomers(
  tenant: Tenant,
  platform: AccountingPlatform,
  invoices: readonly RemoteInvoice[],
  told: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const there = (await readAll(tenant, platform, 'customer')) as RemoteCustomer[]
  const links = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links as l')
      .leftJoin('customers as c', (join) =>
        join.on((eb) => eb('c.id', '=', eb.fn.coalesce('l.merged_from', 'l.local_id'))),
      )
      .select(['l.remote_id', 'l.state', 'l.local_id', 'c.is_active', 'c.merged_into'])
      .where('l.kind', '=', 'customer')
      .execute(),
  )
  const here = new Map(links.map((link) => [link.remote_id, link]))
  const into = new Map(
    there.map(({ remoteId, mergedInto }) => [remoteId, mergedInto ?? told.get(remoteId) ?? null]),
  )
  const survivorOf = (id: string): string => {
    const next = into.get(id) ?? null
    return next === null ? id : survivorOf(next)
  }
  for (const { remoteId, isActive, name } of there) {
    const link = here.get(remoteId)
    const survivor = survivorOf(remoteId)
    // One that was merged before it was ever read is no customer here.
    if (survivor !== remoteId && !link?.local_id) continue
    const merged = survivor === remoteId ? null : here.get(survivor)!.local_id
    expect([name, link?.is_active, link?.merged_into]).toEqual([name, isActive, merged])
  }
  const owners = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links as l')
      .innerJoin('invoices as i', 'i.id', 'l.local_id')
      .select(['l.remote_id', 'i.customer_id'])
      .where('l.kind', '=', 'invoice')
      .execute(),
  )
  const ownerOf = new Map(owners.map((row) => [row.remote_id, row.customer_id]))
  const open = invoices.filter(({ state, balanceMinor }) => state === 'open' && balanceMinor > 0n)
  expect(open.map(({ number, remoteId }) => [number, ownerOf.get(remoteId)])).toEqual(
    open.map(({ number, customerId }) => [number, here.get(customerId)?.local_id]),
  )
}

/** Returns what the lines of late fees on an invoice there come to: of all, or of those in a state. */
async function feesThere(tenant: Tenant, only?: 'left_out'): Promise<(invoice: RemoteInvoice) => bigint> {
  const posts = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select('reference')
      .where('kind', '=', 'late_fee')
      .$if(only !== undefined, (query) => query.where('state', '=', only!))
      .execute(),
  )
  const isFee = (description: string) => posts.some(({ reference }) => description.includes(`(${reference}`))
  return ({ lines }) =>
    lines.reduce(
      (sum, { description, detail, netMinor, taxMinor }) =>
        isFee(`${description} ${detail}`) ? sum + netMinor + taxMinor : sum,
      0n,
    )
}

/** Each part that was recognized as entered by hand is there once, and belongs to one payment. */
async function expectEnteredOnce(tenant: Tenant, platform: AccountingPlatform): Promise<void> {
  const shares = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_post_shares as s')
      .innerJoin('accounting_links as l', 'l.local_id', 's.invoice_id')
      .select(['s.remote_id as entry', 'l.remote_id as bill', 's.amount_minor as minor'])
      .where('s.remote_id', 'is not', null)
      .where('l.kind', '=', 'invoice')
      .orderBy('s.remote_id')
      .execute(),
  )
  const connection = await tenant.run(async (ctx) => toConnection(ctx, (await liveConnection(ctx))!))
  const found = []
  for (const { entry, bill } of shares) {
    const read = await platform.read(connection, 'invoice', bill)
    if (!read.ok) throw new Error(read.error.code)
    const payments = (read.value as RemoteInvoice | null)?.payments ?? []
    const one = payments.find(({ remoteId, isDeleted }) => remoteId === entry && !isDeleted)
    found.push({ entry, bill, minor: one?.totalMinor })
  }
  expect(found).toEqual(shares)
  expect(new Set(shares.map(({ entry }) => entry)).size).toBe(shares.length)
  await expectSameCredit(tenant, platform)
}

/** A use that was entered reduces its credit memo once. */
async function expectSameCredit(tenant: Tenant, platform: AccountingPlatform): Promise<void> {
  const there = (await readAll(tenant, platform, 'credit_memo')) as RemoteCreditMemo[]
  const here = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links as l')
      .innerJoin('credit_balances as c', 'c.credit_memo_id', 'l.local_id')
      .select(['l.remote_id', 'c.remaining_minor'])
      .where('l.kind', '=', 'credit_memo')
      .execute(),
  )
  const left = new Map(here.map((row) => [row.remote_id, row.remaining_minor]))
  expect(there.map(({ number, remoteId }) => [number, left.get(remoteId)])).toEqual(
    there.map(({ number, balanceMinor }) => [number, balanceMinor]),
  )
}

/** The records in the platform's books that Quittance posted. */
export interface Posted {
  /** Counts the records with a reference, or one with which it was posted anew. */
  count(reference: string): number
  /** Uses of credit, where they have no reference there. */
  readonly creditUses?: number
}

/** True for the reference of a payment, and for those with which it was posted anew. */
export const isOf = (base: string, reference: string): boolean =>
  reference === base || reference.startsWith(`${base}-`)

async function readPosted(tenant: Tenant, platform: AccountingPlatform): Promise<Posted> {
  const there = (await readAll(tenant, platform, 'payment')).filter((one) => one.kind === 'payment')
  return { count: (base) => there.filter(({ reference }) => isOf(base, reference)).length }
}

async function expectPostedOnce(tenant: Tenant, { count, creditUses }: Posted): Promise<void> {
  const posts = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select(['kind', 'reference', 'state'])
      .where('kind', 'in', creditUses === undefined ? ['payment', 'credit'] : ['payment'])
      .orderBy('reference')
      .execute(),
  )
  expect(posts.map(({ reference, state }) => [reference, count(reference), state])).toEqual(
    posts.map(({ reference, state }) => [reference, state === 'posted' ? 1 : 0, state]),
  )
  if (creditUses === undefined) return
  const uses = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select('reference')
      .where('kind', '=', 'credit')
      .where('state', '=', 'posted')
      .execute(),
  )
  expect(uses).toHaveLength(creditUses)
}

async function expectFeesOnce(tenant: Tenant, open: readonly RemoteInvoice[]): Promise<void> {
  const posts = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select(['reference', 'state', 'wanted'])
      .where('kind', '=', 'late_fee')
      .where('state', 'in', ['posted', 'removed'])
      .execute(),
  )
  const lines = open.flatMap((invoice) => invoice.lines)
  for (const { reference, state, wanted } of posts) {
    const own = lines.filter(({ description }) => description.includes(`(${reference}`))
    if (state === 'removed') expect([reference, own.length]).toEqual([reference, 0])
    else expect(own.map(({ netMinor }) => netMinor)).toEqual([BigInt(wanted.total)])
  }
}
