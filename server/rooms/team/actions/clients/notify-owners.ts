import type { Ctx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import type { Member } from '../../../accounts/index.ts'
import { findUser, mailUser } from '../../../identity/index.ts'

/** Notifies a company's own owners by mail that their accountants gave a colleague access. Stays in the company. */
export async function notifyOwners(
  ctx: Ctx,
  members: readonly Member[],
  { company, colleague, firm }: { company: string; colleague: string; firm: string },
): Promise<void> {
  const heading = `${colleague}${firm === '' ? '' : ` of ${firm}`} now works in ${company}`
  for (const { userId, role, firm: through } of members) {
    if (role !== 'owner' || through !== null) continue
    const owner = await findUser(ctx, userId)
    if (owner === null) continue
    await mailUser(ctx, owner, 'team.given-access', {
      subject: heading,
      preheader: 'Your accountants gave a colleague access.',
      heading,
      paragraphs: ['Your accountants gave a colleague access. You can end it at any time.'],
      button: { label: 'View team', url: `${ctx.app.config.appOrigin}/settings/team` },
    })
  }
  await enterAccount(ctx, ctx.accountId)
}
