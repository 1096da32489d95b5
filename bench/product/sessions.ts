import type pg from 'pg'
import { asDate } from '../../server/platform/clock.ts'
import { type App, type BaseCtx, inTransaction } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { openSession } from '../../server/rooms/identity/index.ts'

const CALLER = { requestId: 'bench', ip: null }
const NOBODY = { kind: 'anonymous' } as const

/** Opens sessions in seeded companies without a login. Each lives for fifteen minutes. */
export interface Sessions {
  /** Session of the company's owner. */
  staffToken(accountId: string): Promise<string>
  /** Session of a new portal user of a customer. */
  portalToken(accountId: string, customerId: string): Promise<string>
}

/** `client` connects as the owner of the tables, who bypasses row-level security. */
export function sessionsOf(app: App, client: pg.Client): Sessions {
  const transact = <T>(work: (ctx: BaseCtx) => Promise<T>) => inTransaction(app, CALLER, NOBODY, work)
  return {
    async staffToken(accountId) {
      const found = await client.query('select user_id from memberships where account_id = $1', [accountId])
      const userId = found.rows[0].user_id
      return (await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token
    },
    async portalToken(accountId, customerId) {
      const portalUserId = await addPortalUser(client, accountId, customerId)
      const holder = { audience: 'portal', portalUserId, accountId, customerId } as const
      return (await transact((ctx) => openSession(ctx, holder))).token
    },
  }
}

async function addPortalUser(client: pg.Client, accountId: string, customerId: string): Promise<string> {
  const id = newId(Date.now())
  const at = asDate(Date.now())
  await client.query(
    'insert into portal_users (account_id, id, email, accepted_at, created_at) values ($1, $2, $3, $4, $4)',
    [accountId, id, `p-${id}@history.test`, at],
  )
  await client.query(
    'insert into portal_user_customers (account_id, portal_user_id, customer_id, created_at) values ($1, $2, $3, $4)',
    [accountId, id, customerId, at],
  )
  return id
}
