import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { payLinkOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newSecret } from '../../../platform/ids.ts'
import { portalOriginOf } from '../../accounts/index.ts'
import { insertLink } from '../store/links.ts'

/** Issues a new page on which the reader of one message stops reminders and statements to an address. */
export async function issueUnsubscribeUrl(ctx: Ctx, address: string): Promise<string> {
  const token = newSecret()
  await insertLink(ctx, { purpose: 'unsubscribe', address: normalizeEmail(address), mailId: null }, token)
  return `${payLinkOrigin(ctx.app.config, await portalOriginOf(ctx))}/unsubscribe?token=${token}`
}
