import type { StaffRole } from '../../../../domain/people/roles.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { PREVIEW_CODE_LIFE_MS } from '../rules.ts'

/** The member and the customer of a preview code. */
export interface PreviewCode {
  readonly customerId: string
  readonly userId: string
  /** The member's own session, with which the preview ends. */
  readonly sessionId: string
  readonly role: StaffRole
}

/** Stores the hash of a new code, and deletes the account's expired codes. */
export async function insertPreviewCode(ctx: Ctx, hash: Buffer, code: PreviewCode): Promise<void> {
  const nowMs = ctx.app.clock.wallNow()
  await ctx.db
    .deleteFrom('preview_codes')
    .where('account_id', '=', ctx.accountId)
    .where('expires_at', '<=', asDate(nowMs))
    .execute()
  await ctx.db
    .insertInto('preview_codes')
    .values({
      account_id: ctx.accountId,
      code_hash: hash,
      customer_id: code.customerId,
      user_id: code.userId,
      session_id: code.sessionId,
      role: code.role,
      created_at: asDate(nowMs),
      expires_at: asDate(nowMs + PREVIEW_CODE_LIFE_MS),
    })
    .execute()
}

/**
 * Uses up a code. One of any number of parallel callers gets it; the others get null, as for an expired one.
 */
export async function takePreviewCode(ctx: Ctx, hash: Buffer): Promise<PreviewCode | null> {
  const row = await ctx.db
    .deleteFrom('preview_codes')
    .where('account_id', '=', ctx.accountId)
    .where('code_hash', '=', hash)
    .where('expires_at', '>', asDate(ctx.app.clock.wallNow()))
    .returning(['customer_id as customerId', 'user_id as userId', 'session_id as sessionId', 'role'])
    .executeTakeFirst()
  return row ?? null
}
