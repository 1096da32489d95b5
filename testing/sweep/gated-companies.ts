import { contract } from '../../contract/index.ts'
import { needsSubscription } from '../../domain/accounts/subscription.ts'
import type { Right } from '../../domain/people/roles.ts'
import { inAccount } from '../../server/platform/context.ts'
import { changeStanding, changeSubscription } from '../../server/rooms/accounts/index.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import { CALLER, staffSession } from './company.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { Sweep } from './sweep.ts'

const { team } = contract

/** Every route that needs a subscription, called by the owner of a company whose subscription is past due. */
export async function pastDueCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const closed = await createGatedCompany(sweep, 'unpaid')
  await inAccount(sweep.test.app, CALLER, { kind: 'system', job: 'fixture' }, closed.accountId, (ctx) =>
    changeSubscription(ctx, { status: 'past_due' }),
  )
  return callsIn(sweep, closed, needsSubscription, {
    ...{ name: 'of a company whose subscription is past due', status: 402, code: 'subscription_inactive' },
  })
}

/** Every route that needs a subscription, called by the owner of a company that the operator has blocked. */
export async function blockedCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const blocked = await createGatedCompany(sweep, 'blocked')
  await inAccount(sweep.test.app, CALLER, { kind: 'system', job: 'fixture' }, blocked.accountId, (ctx) =>
    changeStanding(ctx, { blocked: true }),
  )
  return callsIn(sweep, blocked, needsSubscription, {
    ...{ name: 'of a company that is blocked', status: 403, code: 'account_blocked' },
  })
}

/** Every route that needs a subscription, called by the owner of a company that its owner has closed. */
export async function closedCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const closed = await createGatedCompany(sweep, 'closed')
  await sweep.inspector.rows(
    `update accounts set closed_at = now(), delete_at = now() + interval '30 days', closed_by = m.user_id
     from memberships m where m.account_id = accounts.account_id and accounts.account_id = $1`,
    [closed.accountId],
  )
  return callsIn(sweep, closed, needsSubscription, {
    ...{ name: 'of a company that is closed', status: 403, code: 'account_closed' },
  })
}

/**
 * Calls by the owner of a company that requires two-step login, who has not set it up: every route except leaving the
 * company, and accepting an invitation that makes the company a client.
 */
export async function missingFactorCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const code = 'second_factor_required'
  const closed = await createGatedCompany(sweep, 'unguarded')
  await sweep.inspector.rows('update accounts set second_factor_required = true where account_id = $1', [
    closed.accountId,
  ])
  const closes = { name: 'of a company that requires two-step login', status: 403, code } as const
  const { code: invite } = await sweep.own.run((ctx) =>
    anInvitation(ctx, { kind: 'client', email: 'owner@unguarded.test' }),
  )
  return [
    ...(await callsIn(sweep, closed, (right) => right !== 'profile.write', closes)),
    {
      ...{ ...closes, cell: cellOf(sweep, team.acceptInvite, 'owner') },
      call: { params: { code: invite }, body: { account: closed.accountId } },
      variation: { token: closed.token },
    },
  ]
}

interface GatedCompany {
  readonly accountId: string
  readonly token: string
}

async function createGatedCompany({ test }: Sweep, name: string): Promise<GatedCompany> {
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${name}.test`, subDomain: name }),
  )
  return { accountId, token: await staffSession(test, owner.id) }
}

/** Calls that succeed for the owner of the swept company, made by the owner of the closed one in their own account. */
async function callsIn(
  sweep: Sweep,
  { accountId, token }: GatedCompany,
  closes: (right: Right) => boolean,
  expected: Pick<RefusedCall, 'name' | 'status' | 'code'>,
): Promise<RefusedCall[]> {
  const found: RefusedCall[] = []
  for (const cell of sweep.cells) {
    const { access } = cell.route
    if (cell.who.name !== 'owner' || cell.target.name !== 'own') continue
    if (access.kind !== 'staff' || !closes(access.right)) continue
    const { params, headers, ...call } = await sweep.readOnlyCall(cell)
    const there = { ...(params && { params: { ...params, account: accountId } }) }
    const variation = { token, headers: { 'x-account-id': accountId } }
    found.push({ ...expected, cell, call: { ...call, ...there }, variation })
  }
  return found
}
