import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { UNNAMED_COMPANY } from '../../../../domain/mails/unnamed-company.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { companyOf } from '../../accounts/index.ts'
import { selectMarks } from '../store/marks.ts'
import { type OpenLink, openLink } from './open-link.ts'

type Subscription = HandlerReplyOf<typeof contract.emailAddresses.readSubscription>

/** Returns whose reminders an unsubscribe link stops. Refuses not_found. */
export const readSubscription = async (ctx: BaseCtx | Ctx, token: string): Promise<Subscription> =>
  showSubscription(await openLink(ctx, token))

/** Returns what the page of an open link shows. */
export async function showSubscription({ ctx, address }: OpenLink): Promise<Subscription> {
  const { name, logoPath } = await companyOf(ctx)
  const marks = await selectMarks(ctx, [address])
  return {
    company: { name: name || UNNAMED_COMPANY, logo: logoPath },
    address,
    unsubscribed: marks.some(({ kind }) => kind === 'unsubscribed'),
  }
}
