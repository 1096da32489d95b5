import type { Actor, BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { AuditAction } from '../../../../platform/registered-names.ts'
import { factorOfUser, type SecondFactorStore } from '../../store/second-factors.ts'
import type { SessionOwner } from '../../store/sessions.ts'
import { findUser, holdUserWithPassword, type User } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { notifyRecoveryCodeUsed } from '../second-factor/notify-recovery-code-used.ts'
import { notifySecondFactorEnabled } from '../second-factor/notify-second-factor-enabled.ts'
import { notifySecondFactorRemoved } from '../second-factor/notify-second-factor-removed.ts'

/** Fields that logins of every kind have. */
export interface Login {
  readonly id: string
  readonly email: string
  readonly passwordHash: string | null
  readonly secondFactor: boolean
}

/**
 * The caller's login with the storage, notices and audit of its kind. The actions of an owner on their login
 * are the same for a person of the business app and for a portal customer. The login room provides the
 * customer's kind.
 */
export interface AccountSecurity<L extends Login = Login> {
  readonly id: string
  /** The session that acts. */
  readonly sessionId: string
  readonly factor: SecondFactorStore
  readonly sessions: SessionOwner
  /** Name of the product or company that one logs in to. */
  product(ctx: BaseCtx): Promise<string>
  /** Null when the login no longer exists. */
  find(ctx: BaseCtx): Promise<L | null>
  /** Locks the login until the transaction ends. Null when its password has changed. */
  holdWithPassword(ctx: BaseCtx, passwordHash: string): Promise<L | null>
  audit(ctx: BaseCtx, login: L, action: AuditAction): Promise<void>
  /** Notifies the owner by mail, with instructions in case it was not them. */
  notify(ctx: BaseCtx, login: L, what: 'factor_on' | 'factor_off' | 'recovery_code_used'): Promise<void>
}

const NOTICES = {
  factor_on: notifySecondFactorEnabled,
  factor_off: (ctx: BaseCtx, user: User) => notifySecondFactorRemoved(ctx, user),
  recovery_code_used: notifyRecoveryCodeUsed,
}

/** Returns the security of a person of the business app. Throws not_allowed for others. */
export function staffAccountSecurity(actor: Actor): AccountSecurity<User> {
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId, sessionId } = actor
  return {
    id: userId,
    sessionId,
    factor: factorOfUser(userId),
    sessions: { userId },
    product: async () => 'Quittance',
    find: (ctx) => findUser(ctx, userId),
    holdWithPassword: (ctx, passwordHash) => holdUserWithPassword(ctx, userId, passwordHash),
    audit: (ctx, user, action) => auditPerson(ctx, user.homeAccountId, action, { type: 'user', id: user.id }),
    notify: (ctx, user, what) => NOTICES[what](ctx, user),
  }
}
