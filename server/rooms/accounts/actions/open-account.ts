import { TRIAL_DAYS } from '../../../../domain/accounts/subscription.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterAccount, nextId } from '../../../platform/context.ts'
import { markAllDue } from '../../../platform/due-work/mark-due.ts'
import { refuse } from '../../../platform/refusal.ts'
import { insertAccount, type NewAccount } from '../store/accounts.ts'
import { type Firm, insertMember } from '../store/members.ts'
import { chooseSubDomain } from './settings/choose-sub-domain.ts'

export interface AccountToOpen {
  readonly id: string
  /** Generated when absent. */
  readonly companyId?: string
  /** Id of an existing user. */
  readonly ownerId: string
  readonly settings?: NewAccount['settings']
  readonly company?: NewAccount['company']
  /** A random readable name when absent. */
  readonly subDomain?: string
  /** Set when accountants open it for a client. */
  readonly firm?: Firm
}

/** Creates an account with its company, subdomain and owner, and enters it. */
export async function openAccount(ctx: BaseCtx, given: AccountToOpen): Promise<Ctx> {
  const inside = await enterAccount(ctx, given.id)
  const subDomain = given.subDomain ?? (await chooseSubDomain(inside, null))
  if (subDomain === null) throw refuse('busy')
  await insertAccount(inside, {
    id: given.id,
    companyId: given.companyId ?? nextId(ctx),
    subDomain,
    createdAtMs: ctx.now,
    settings: { ...firstSubscription(ctx), ...given.settings },
    company: given.company ?? {},
  })
  await insertMember(inside, given.ownerId, 'owner', given.firm)
  // Also those that nothing else makes due, such as the daily ones.
  await markAllDue(inside, ctx.app.schedulesAfter('accounts'), ctx.now)
  return inside
}

/** Where plans are sold, an account begins with a trial of everything. */
const firstSubscription = ({ app, now }: BaseCtx): NewAccount['settings'] =>
  app.config.billing === null
    ? {}
    : {
        subscription_status: 'trialing',
        subscription_since: asDate(now),
        trial_ends_at: asDate(now + TRIAL_DAYS * DAY_MS),
        is_billed: true,
      }
