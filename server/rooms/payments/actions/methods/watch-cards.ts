import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { CARD_WATCH_MS, looksLikeCardTesting } from '../../rules/card-testing.ts'
import type { Payment } from '../../rules/records.ts'
import { newCardAttempts } from '../../store/payments.ts'
import type { Channel } from '../../tables.ts'
import { openCase } from '../reconcile/open-case.ts'

const PAYER_CHANNELS: readonly Channel[] = ['portal', 'pay_link']

/** A payment attempt; only payers' attempts with new cards are watched. */
type Tried = Pick<Payment, 'channel' | 'type' | 'stored_method_id'>

const isWatched = ({ channel, type, stored_method_id }: Tried): boolean =>
  PAYER_CHANNELS.includes(channel) && type === 'credit_card' && stored_method_id === null

export const seemsUnderCardTesting = async (ctx: Ctx): Promise<boolean> =>
  looksLikeCardTesting(await newCardAttempts(ctx, PAYER_CHANNELS, ctx.now - CARD_WATCH_MS))

/**
 * Refuses new cards while the company seems to be under card testing. Every other payment option stays open.
 */
export async function refuseDuringCardTesting(ctx: Ctx, tried: Tried): Promise<void> {
  if (!isWatched(tried) || !(await seemsUnderCardTesting(ctx))) return
  throw new Refusal('too_many_requests', {
    detail: msg(
      'Too many cards were declined in the last hour, so we’re not accepting new ones. Pay another way or try again in an hour.',
    ),
    retryAfterSeconds: CARD_WATCH_MS / 1000,
  })
}

/** Opens a case, at most once a day, when a decline has closed the company to new cards. */
export async function notifyCardTesting(
  ctx: Ctx,
  declined: Tried & Pick<Payment, 'provider'>,
): Promise<void> {
  if (!isWatched(declined) || !(await seemsUnderCardTesting(ctx))) return
  await openCase(ctx, {
    provider: declined.provider,
    kind: 'card_testing',
    subject: new Date(ctx.now).toISOString().slice(0, 10),
    paymentId: null,
    providerRef: null,
    booked: null,
    observed: null,
  })
}
