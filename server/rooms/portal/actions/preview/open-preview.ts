import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow, summarizeAccount } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { openSession, readSession, serializeUser } from '../../../identity/index.ts'
import { takePreviewCode } from '../../store/preview-codes.ts'
import { loadPreviewCaller } from './load-preview-caller.ts'

type Route = typeof contract.preview.open

const OVER = 'This preview link was used or has expired. Start a new preview.'

/**
 * Exchanges a one-time code for a session of at most half an hour, which ends with the session that started
 * it. Throws the same token_expired for a code that is wrong, used, expired or another company's, and when
 * the member has logged out, left or changed roles since.
 */
export async function openPreview(ctx: Ctx, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const code = await takePreviewCode(ctx, sha256(body.code))
  const meant = code !== null && (body.customer ?? code.customerId) === code.customerId
  if (!meant || (body.account ?? ctx.accountId) !== ctx.accountId) throw refuse('token_expired', OVER)
  const { customerId, userId, role } = code
  const holder = { userId, accountId: ctx.accountId, customerId, role, parentId: code.sessionId }
  const { token, sessionId } = await openSession(ctx, { audience: 'preview', ...holder })
  const session = await readSession(ctx, sessionId)
  const caller = session === null || session.ended ? null : await loadPreviewCaller(ctx, session)
  if (!session?.person || caller === null) throw refuse('token_expired', OVER)
  const inside = actingAs(caller.ctx, caller.actor)
  await audit(inside, 'portal.open-preview', { type: 'customer', id: customerId })
  const [account, customer] = await Promise.all([readAccountRow(inside), readCustomer(inside, customerId)])
  return {
    token,
    user: serializeUser({ id: userId, ...session.person }),
    account: summarizeAccount(account, 'customer'),
    customer: { pk: customerId, short_name: customer.shortName },
    ends_in_s: Math.floor((session.expiresAtMs - ctx.app.clock.wallNow()) / 1000),
  }
}
