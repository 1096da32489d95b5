import { expect } from 'vitest'
import type { PlanQuota } from '../../domain/accounts/plan-quotas.ts'
import { MOST_KEPT_MB } from '../../domain/parsing/import-retention.ts'
import type { Ctx } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { countAllInvoices } from '../../server/rooms/invoices/index.ts'
import { draftInput } from '../../server/rooms/invoices/testing.ts'
import { changeQuotas } from '../../server/rooms/plans/index.ts'
import { countManagersToBe } from '../../server/rooms/team/index.ts'
import { expectOnly, MANY, many, succeeded } from './at-once.ts'
import type { Answer, Servers } from './servers.ts'

/*
 * What an account may have or do so many of. Each is all but used up before every round.
 */
const MOST_IN_TEAM = 100
const FILES_AN_HOUR = 20
/** What a row of an import counts for besides the file that it stands in. */
const BYTES_OF_A_ROW = 200

let guests = 0

export async function invitations(servers: Servers): Promise<void> {
  const { company } = servers
  const team = `/api/accounts/${company.accountId}/team/invitations/`
  await leaveRoom(servers)
  const answers = await many(MANY, () => {
    const body = { email: `guest-${++guests}@racing-supplies.test`, role: 'viewer' }
    return servers.call('POST', team, { token: company.token, body })
  })
  expectOnly(answers, 200, 409)
  expect(succeeded(answers), 'as many invitations as there is room for').toHaveLength(1)
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('wrong_state')
}

/** So many invitations are open that with the company's people there is one place left, or so many. */
const leaveRoom = ({ company, person }: Servers, room = 1): Promise<void> =>
  company.run(async (ctx) => {
    const people = await ctx.db.selectFrom('memberships').select('user_id').execute()
    const open = await ctx.db
      .selectFrom('invitations')
      .select('id')
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute()
    const at = new Date(ctx.now)
    const wanted = MOST_IN_TEAM - room - people.length
    const invite = (email: string) => ({
      account_id: ctx.accountId,
      id: newId(ctx.now),
      kind: 'member' as const,
      email,
      role: 'viewer' as const,
      invited_by: person.id,
      created_at: at,
      sent_at: at,
      expires_at: new Date(ctx.now + 86_400_000),
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

/** All but one file's room is taken by another import, and nothing was uploaded in this hour. */
export async function imports(servers: Servers): Promise<void> {
  const { company } = servers
  await servers.forgetTurns()
  const path = `/api/accounts/${company.accountId}/imports/?kind=customers`
  const upload = () => servers.call('POST', path, { token: company.token, body: FILE })
  await company.run(async ({ db }) => {
    await db.deleteFrom('import_runs').execute()
  })
  expectOnly([await upload()], 201)
  await company.run(async ({ db }) => {
    const room = MOST_KEPT_MB * 1_000_000 - 2 * (FILE.length + BYTES_OF_A_ROW)
    // The one that is there grows until one more of its first size goes in.
    await db
      .updateTable('import_runs')
      .set({ total_rows: 1 + Math.floor(room / BYTES_OF_A_ROW) })
      .execute()
  })
  const answers = await many(MANY, upload)
  expectOnly(answers, 201, 400, 429)
  expect(succeeded(answers), 'as many files as there is room for').toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThan(FILES_AN_HOUR)
}

/** The plan takes one invoice more than there are. */
export const plannedInvoices = (servers: Servers): Promise<void> =>
  lastOfPlan(servers, 'MAX_INVOICES', countAllInvoices, () =>
    servers.call('POST', `/api/accounts/${servers.company.accountId}/invoices/`, {
      token: servers.company.token,
      body: draftInput(servers.customer.id),
    }),
  )

/** The plan takes one admin more than there are and were invited. */
export async function plannedAdmins(servers: Servers): Promise<void> {
  const { accountId, token } = servers.company
  await leaveRoom(servers, MANY)
  await lastOfPlan(servers, 'MAX_ADMIN_USERS', countManagersToBe, () => {
    const body = { email: `admin-${++guests}@racing-supplies.test`, role: 'admin' }
    return servers.call('POST', `/api/accounts/${accountId}/team/invitations/`, { token, body })
  })
}

/** Fifty add one where there is room for one. The other rounds are about something else: the cap goes afterwards. */
async function lastOfPlan(
  { company }: Servers,
  quota: PlanQuota,
  count: (ctx: Ctx) => Promise<number>,
  add: () => Promise<Answer>,
): Promise<void> {
  await company.run(async (ctx) => changeQuotas(ctx, { [quota]: 1 + (await count(ctx)) }))
  try {
    const answers = await many(MANY, add)
    expectOnly(answers, 200, 201, 409)
    expect(succeeded(answers), 'no more than the plan takes').toHaveLength(1)
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('quota_reached')
  } finally {
    await company.run((ctx) => changeQuotas(ctx, { [quota]: null }))
  }
}
