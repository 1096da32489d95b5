import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { payLinkOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newSecret } from '../../../platform/ids.ts'
import { portalOriginOf } from '../../accounts/index.ts'
import { insertLinks } from '../store/links.ts'

/**
 * Issues a new page for each address, in the same order, on which the reader of one message stops reminders and statements.
 */
export async function issueUnsubscribeUrls(ctx: Ctx, addresses: readonly string[]): Promise<string[]> {
  const links = addresses.map((address) => ({
    purpose: 'unsubscribe' as const,
    address: normalizeEmail(address),
    mailId: null,
    token: newSecret(),
  }))
  await insertLinks(ctx, links)
  const page = `${payLinkOrigin(ctx.app.config, await portalOriginOf(ctx))}/unsubscribe`
  return links.map(({ token }) => `${page}?token=${token}`)
}
