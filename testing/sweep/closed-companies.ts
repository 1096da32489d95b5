import { contract } from '../../contract/index.ts'
import { needsSubscription } from '../../domain/accounts/subscription.ts'
import type { Right } from '../../domain/people/roles.ts'
import { inAccount } from '../../server/platform/context.ts'
import { changeSubscription } from '../../server/rooms/accounts/index.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import { CALLER, staffSession, transact } from './company.ts'
import { cellOf, type FurtherCall } from './further-call.ts'
import type { Sweep } from './sweep.ts'

const { team } = contract

/** Every route that needs a subscription, called by the owner of a company whose own is past due. */
export async function unpaid(sweep: Sweep): Promise<FurtherCall[]> {
  const closed = await aClosedCompany(sweep, 'unpaid')
  await inAccount(sweep.test.app, CALLER, { kind: 'system', job: 'fixture' }, closed.accountId, (ctx) =>
    changeSubscription(ctx, { status: 'past_due' }),
  )
  return callsThere(sweep, closed, needsSubscription, {
    ...{ name: 'of a company whose subscription is past due', status: 402, code: 'subscription_inactive' },
  })
}

/** Every route but the way out, and taking an advisor, called by the owner of a company that asks for two-step login, who has none. */
export async function unguarded(sweep: Sweep): Promise<FurtherCall[]> {
  const code = 'second_factor_required'
  const closed = await aClosedCompany(sweep, 'unguarded')
  await sweep.eye.rows('update accounts set second_factor_required = true where account_id = $1', [
    closed.accountId,
  ])
  const closes = { name: 'of a company that asks for two-step login', status: 403, code } as const
  const { code: invite } = await sweep.own.run((ctx) =>
    anInvitation(ctx, { kind: 'client', email: 'owner@unguarded.test' }),
  )
  return [
    ...(await callsThere(sweep, closed, (right) => right !== 'profile.write', closes)),
    {
      ...{ ...closes, cell: cellOf(sweep, team.acceptInvite, 'owner') },
      call: { params: { code: invite }, body: { account: closed.accountId } },
      variation: { token: closed.token },
    },
  ]
}

interface ClosedCompany {
  readonly accountId: string
  readonly token: string
}

async function aClosedCompany({ test }: Sweep, name: string): Promise<ClosedCompany> {
  const { accountId, owner } = await transact(test, (ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${name}.test`, subDomain: name }),
  )
  return { accountId, token: await staffSession(test, owner.id) }
}

/** What an owner calls with good answers in the swept company, called by this one's owner in theirs, by right. */
async function callsThere(
  sweep: Sweep,
  { accountId, token }: ClosedCompany,
  closes: (right: Right) => boolean,
  expected: Pick<FurtherCall, 'name' | 'status' | 'code'>,
): Promise<FurtherCall[]> {
  const found: FurtherCall[] = []
  for (const cell of sweep.cells) {
    const { access } = cell.route
    if (cell.who.name !== 'owner' || cell.target.name !== 'own') continue
    if (access.kind !== 'staff' || !closes(access.right)) continue
    const { params, headers, ...call } = await sweep.standingCall(cell)
    const there = { ...(params && { params: { ...params, account: accountId } }) }
    const variation = { token, headers: { 'x-account-id': accountId } }
    found.push({ ...expected, cell, call: { ...call, ...there }, variation })
  }
  return found
}
