import { sql } from 'kysely'
import { expect } from 'vitest'
import type {
  AccountingPlatform,
  RemoteInvoice,
  RemoteKind,
  RemotePayment,
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
export async function expectSameBooks(tenant: Tenant, platform: AccountingPlatform): Promise<void> {
  const invoices = (await readAll(tenant, platform, 'invoice')) as RemoteInvoice[]
  const open = invoices.filter(({ state }) => state === 'open')
  const here = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links')
      .innerJoin('receivables', 'receivables.invoice_id', 'accounting_links.local_id')
      .innerJoin('invoices', 'invoices.id', 'accounting_links.local_id')
      .select(['remote_id', 'remaining_minor', 'total_minor'])
      .where('kind', '=', 'invoice')
      .execute(),
  )
  const found = new Map(here.map((row) => [row.remote_id, row]))
  expect(
    open.map(({ number, remoteId }) => {
      const row = found.get(remoteId)
      return [number, row?.total_minor, row?.remaining_minor]
    }),
  ).toEqual(open.map(({ number, totalMinor, balanceMinor }) => [number, totalMinor, balanceMinor]))
  await expectPostedOnce(
    tenant,
    (await readAll(tenant, platform, 'payment')).filter((one) => one.kind === 'payment'),
  )
  await expectFeesOnce(tenant, open)
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
  for (const { name, query } of INVARIANTS) {
    const { rows } = await tenant.run(({ db }) => sql.raw(query(() => 'true')).execute(db))
    expect([name, rows]).toEqual([name, []])
  }
}

const isOf = (base: string, reference: string): boolean =>
  reference === base || reference.startsWith(`${base}-`)

async function expectPostedOnce(tenant: Tenant, there: readonly RemotePayment[]): Promise<void> {
  const posts = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select(['kind', 'reference', 'state'])
      .where('kind', 'in', ['payment', 'credit'])
      .orderBy('reference')
      .execute(),
  )
  expect(
    posts.map(({ reference, state }) => [
      reference,
      there.filter((one) => isOf(reference, one.reference)).length,
      state,
    ]),
  ).toEqual(posts.map(({ reference, state }) => [reference, state === 'posted' ? 1 : 0, state]))
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
