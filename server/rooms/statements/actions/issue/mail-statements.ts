import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMails } from '../../../../platform/mail/outbox.ts'
import { issueUnsubscribeUrls } from '../../../email-addresses/index.ts'
import { documentFileName } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { markSent, type NewStatement } from '../../store/statements.ts'
import { findInvoicesUrl } from '../read/find-invoices-url.ts'
import { linkOpenInvoices } from './link-open-invoices.ts'

/** An issued statement with the addresses that it goes to, of which there is at least one. */
export interface StatementToMail {
  readonly statement: NewStatement
  readonly addresses: readonly string[]
}

/** Queues issued statements with their PDFs, in one round of statements to the database for all of them. */
export async function mailStatements(ctx: Ctx, all: readonly StatementToMail[]): Promise<void> {
  if (all.length === 0) return
  const portalUrl = await findInvoicesUrl(ctx)
  const payAllUrlOf = await linkOpenInvoices(
    ctx,
    all.map(({ statement }) => statement),
  )
  const letters = all.flatMap(({ statement, addresses }) =>
    addresses.map((to) => ({ statement, to, payAllUrl: payAllUrlOf(statement) })),
  )
  const urls = await issueUnsubscribeUrls(
    ctx,
    letters.map(({ to }) => to),
  )
  const mails = await Promise.all(
    letters.map((letter, at) => composeStatementMail(ctx, letter, portalUrl, urls[at]!)),
  )
  const mailIds = await queueMails(ctx, mails)
  const sent = all.map(({ statement, addresses }) => ({
    id: statement.id,
    to: addresses[0]!,
    mailIds: mailIds.filter((_, at) => letters[at]!.statement === statement),
  }))
  await markSent(ctx, sent)
  await auditAll(
    ctx,
    'statements.send',
    all.map(({ statement: { id, number, customer_id: customer }, addresses }) => ({
      object: { type: 'statement', id },
      detail: { number, to: addresses[0]!, customer },
    })),
  )
}

interface Letter {
  readonly statement: NewStatement
  readonly to: string
  /** Page that pays all open invoices; null when fewer than two are open. */
  readonly payAllUrl: string | null
}

async function composeStatementMail(
  ctx: Ctx,
  { statement, to, payAllUrl }: Letter,
  portalUrl: string,
  unsubscribeUrl: string,
) {
  const facts = {
    from: statement.period_from,
    to: statement.period_to,
    currency: statement.currency,
    balanceMinor: statement.closing_minor,
    owedMinor: statement.owed_minor,
    overdueMinor: statement.overdue_minor,
    openCount: statement.open_count,
    portalUrl,
    payAllUrl,
  }
  const pdf = { fileId: statement.file_id, name: documentFileName('Statement', statement.number) }
  const { attachments, ...mail } = await composeMail(
    ctx,
    'statement',
    statement.customer_id,
    facts,
    unsubscribeUrl,
  )
  return {
    kind: 'statements.statement',
    to,
    ...mail,
    attachments: [...attachments, pdf],
    related: { type: 'statement', id: statement.id },
    atMostOnce: true,
    unsubscribeUrl,
  }
}
