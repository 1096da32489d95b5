import { consumeRateLimitWith } from '../../../platform/auth/rate-limit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

const DAY_S = 86_400
const NEW_FOR_MS = 7 * DAY_S * 1000
/** Addresses per day. The low limit of the first week stops sign-ups whose purpose is spam. */
const MAX_WHEN_NEW = 300
const MOST = 5000

/**
 * Counts mails with text and addresses chosen by members. The count is kept only if the transaction commits.
 * Refuses too_many_requests above the daily limit for the account's age.
 */
export async function consumeMailRateLimit(ctx: Ctx, addresses: number): Promise<void> {
  const { createdAtMs } = await readAccountRow(ctx)
  const isNew = ctx.now - createdAtMs < NEW_FOR_MS
  await consumeRateLimitWith(ctx, {
    key: `mail of ${ctx.accountId}`,
    turns: addresses,
    limit: isNew ? MAX_WHEN_NEW : MOST,
    windowSeconds: DAY_S,
    detail: isNew
      ? `A new company can send ${MAX_WHEN_NEW} emails a day in its first week. Please send the rest tomorrow.`
      : `A company can send ${MOST} emails a day. Please send the rest tomorrow.`,
  })
}
