import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../platform/context.ts'
import { changeConnection, liveConnection, lockConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'

/** A killed process frees the connection after so long. */
const LEASE_MS = MINUTE_MS

/** One process's right to read from and post to a platform. */
export interface Claim {
  readonly id: string
  readonly connection: ConnectionRow
}

/** Takes the live connection for this process; null without one, and 'busy' while another process has it. */
const takeClaim = (uow: UnitOfWork): Promise<Claim | 'busy' | null> =>
  uow.transaction(async (ctx) => {
    const live = await liveConnection(ctx)
    const locked = live && (await lockConnection(ctx, live.id))
    if (locked?.status !== 'connected') return null
    if (locked.claimed_until && locked.claimed_until.getTime() > uow.app.clock.wallNow())
      return 'busy' as const
    const id = nextId(ctx)
    return { id, connection: await changeConnection(ctx, locked.id, { claim: id, ...leaseFrom(ctx) }) }
  })

const leaseFrom = (ctx: Ctx) => ({ claimed_until: asDate(ctx.app.clock.wallNow() + LEASE_MS) })

/** The claim was lost to another process, or the connection has ended. Nothing more is written. */
class ClaimLost extends Error {}

/** Runs a step of the claim's work, and renews it. Throws ClaimLost when it is not this process's any more. */
export const underClaim = <T>(
  uow: UnitOfWork,
  { id, connection }: Claim,
  work: (ctx: Ctx, connection: ConnectionRow) => Promise<T>,
): Promise<T> =>
  uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, connection.id)
    if (row?.claim !== id || row.status !== 'connected') throw new ClaimLost()
    await changeConnection(ctx, row.id, leaseFrom(ctx))
    return work(ctx, row)
  })

const releaseClaim = (uow: UnitOfWork, { id, connection }: Claim): Promise<void> =>
  uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, connection.id)
    if (row?.claim === id) await changeConnection(ctx, row.id, { claim: null, claimed_until: null })
  })

/** Runs `work` with the claim, and releases it whatever happens. */
export async function withClaim<T>(
  uow: UnitOfWork,
  work: (claim: Claim) => Promise<T>,
): Promise<T | 'busy' | null> {
  const claim = await takeClaim(uow)
  if (claim === null || claim === 'busy') return claim
  try {
    return await work(claim)
  } catch (error) {
    if (error instanceof ClaimLost) return 'busy'
    throw error
  } finally {
    await releaseClaim(uow, claim)
  }
}
