import { dateInZone } from '../../../../domain/dates/calendar.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import type { FactsByKind } from '../../../../domain/mails/mail-kinds.ts'
import { payLinkOrigin } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { RenderedMail } from '../../../platform/mail/layout.ts'
import { type Letterhead, letterheadOf, portalOriginOf, readAccountRow } from '../../accounts/index.ts'
import { type ChosenTexts, layoutMail, type MailReader } from './layout-mail.ts'

export interface WrittenMail extends RenderedMail, Pick<Letterhead, 'fromName' | 'replyTo'> {
  readonly paragraphs: readonly string[]
  readonly attachments: Letterhead['pictures']
}

/** Writes a mail in the company's name as of today. Throws a TemplateProblem when a text can't be rendered. */
export async function writeMail<Kind extends MailKindName>(
  ctx: Ctx,
  kind: Kind,
  reader: MailReader,
  texts: ChosenTexts,
  facts: FactsByKind[Kind],
  unsubscribeUrl?: string,
): Promise<WrittenMail> {
  const letterhead = await letterheadOf(ctx)
  const portal = await portalOriginOf(ctx)
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const mail = layoutMail(kind, {
    letterhead,
    reader,
    texts,
    facts,
    today: dateInZone(ctx.now, timezone),
    dateFormat,
    unsubscribeUrl,
    allowedOrigins: [portal, payLinkOrigin(ctx.app.config, portal)],
  })
  const { fromName, replyTo, pictures } = letterhead
  return { ...mail, fromName, replyTo, attachments: pictures }
}
