import { expect } from 'vitest'
import type { PlanQuota } from '../../domain/accounts/plan-quotas.ts'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { MAX_KEPT_MB } from '../../domain/parsing/import-retention.ts'
import type { Ctx } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { countAllInvoices } from '../../server/rooms/invoices/index.ts'
import { draftInput } from '../../server/rooms/invoices/testing.ts'
import { changeQuotas } from '../../server/rooms/plans/index.ts'
import { countManagersToBe } from '../../server/rooms/team/index.ts'
import { callAtOnce, expectOnly, MANY, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races for the last unit of a quota. Each round starts with one unit left. */
const MAX_TEAM_SIZE = 100
const FILES_PER_HOUR = 20
/** Bytes that an imported row counts for, besides its file. */
const BYTES_PER_ROW = 200

let guests = 0

export async function invitations(servers: Servers): Promise<void> {
  const { company } = servers
  const team = `/api/accounts/${company.accountId}/team/invitations/`
  await leavePlaces(servers)
  const answers = await callAtOnce(MANY, () => {
    const body = { email: `guest-${++guests}@racing-supplies.test`, role: 'viewer' }
    return servers.call('POST', team, { token: company.token, body })
  })
  expectOnly(answers, 200, 409)
  expect(succeeded(answers), 'as many invitations as there are places').toHaveLength(1)
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('wrong_state')
}

/** Opens or withdraws invitations until the team has `free` places left. */
const leavePlaces = ({ company, person }: Servers, free = 1): Promise<void> =>
  company.run(async (ctx) => {
    const people = await ctx.db.selectFrom('memberships').select('user_id').execute()
    const open = await ctx.db
      .selectFrom('invitations')
      .select('id')
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute()
    const at = new Date(ctx.now)
    const wanted = MAX_TEAM_SIZE - free - people.length
    const invite = (email: string) => ({
      account_id: ctx.accountId,
      id: newId(ctx.now),
      kind: 'member' as const,
      email,
      role: 'viewer' as const,
      invited_by: person.id,
      created_at: at,
      sent_at: at,
      expires_at: new Date(ctx.now + DAY_MS),
      ended_at: null,
      ended_because: null,
      accepted_by: null,
    })
    if (open.length < wanted) {
      const more = Array.from({ length: wanted - open.length }, () =>
        invite(`guest-${++guests}@racing-supplies.test`),
      )
      await ctx.db.insertInto('invitations').values(more).execute()
    }
    for (const { id } of open.slice(wanted))
      await ctx.db
        .updateTable('invitations')
        .set({ ended_at: at, ended_because: 'withdrawn' })
        .where('id', '=', id)
        .execute()
  })

const FILE = 'Name,Email\nNorthwind Traders,billing@northwind.test\n'

/** Another import leaves space for one file. The hourly limit is reset first. */
export async function imports(servers: Servers): Promise<void> {
  const { company } = servers
  await servers.resetRateLimits()
  const path = `/api/accounts/${company.accountId}/imports/?kind=customers`
  const upload = () => servers.call('POST', path, { token: company.token, body: FILE })
  await company.run(async ({ db }) => {
    await db.deleteFrom('import_runs').execute()
  })
  expectOnly([await upload()], 201)
  await company.run(async ({ db }) => {
    const freeBytes = MAX_KEPT_MB * 1_000_000 - 2 * (FILE.length + BYTES_PER_ROW)
    // Enlarges the existing import until one more file of its original size fits.
    await db
      .updateTable('import_runs')
      .set({ total_rows: 1 + Math.floor(freeBytes / BYTES_PER_ROW) })
      .execute()
  })
  const answers = await callAtOnce(MANY, upload)
  expectOnly(answers, 201, 400, 429)
  expect(succeeded(answers), 'as many files as there is space for').toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThan(FILES_PER_HOUR)
}

/** The plan allows one more invoice. */
export const plannedInvoices = (servers: Servers): Promise<void> =>
  raceForLastOfPlan(servers, 'MAX_INVOICES', countAllInvoices, () =>
    servers.call('POST', `/api/accounts/${servers.company.accountId}/invoices/`, {
      token: servers.company.token,
      body: draftInput(servers.customer.id),
    }),
  )

/** The plan allows one more admin, including invited ones. */
export async function plannedAdmins(servers: Servers): Promise<void> {
  const { accountId, token } = servers.company
  await leavePlaces(servers, MANY)
  await raceForLastOfPlan(servers, 'MAX_ADMIN_USERS', countManagersToBe, () => {
    const body = { email: `admin-${++guests}@racing-supplies.test`, role: 'admin' }
    return servers.call('POST', `/api/accounts/${accountId}/team/invitations/`, { token, body })
  })
}

/**
 * Adds fifty where the plan allows one. Removes the limit afterwards, because it would affect other races.
 */
async function raceForLastOfPlan(
  { company }: Servers,
  quota: PlanQuota,
  count: (ctx: Ctx) => Promise<number>,
  add: () => Promise<Reply>,
): Promise<void> {
  await company.run(async (ctx) => changeQuotas(ctx, { [quota]: 1 + (await count(ctx)) }))
  try {
    const answers = await callAtOnce(MANY, add)
    expectOnly(answers, 200, 201, 409)
    expect(succeeded(answers), 'no more than the plan allows').toHaveLength(1)
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('quota_reached')
  } finally {
    await company.run((ctx) => changeQuotas(ctx, { [quota]: null }))
  }
}
