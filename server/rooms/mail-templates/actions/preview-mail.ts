import { addDays, dateInZone } from '../../../../domain/dates/calendar.ts'
import { type Language, languageOf } from '../../../../domain/mails/languages.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { portalOriginOf, readAccountRow } from '../../accounts/index.ts'
import { chooseTexts } from '../rules/choose-texts.ts'
import { previewFacts } from '../rules/preview-facts.ts'
import type { TemplateTexts } from '../rules/template-problem.ts'
import { findPreviewInvoice, type PreviewInvoice } from '../store/preview-invoice.ts'
import { checkTexts, explainProblems } from './check-texts.ts'
import { writeMail } from './write-mail.ts'

/** Texts to preview. Without a language it is the account's; without an invoice, the longest due one or an example. */
export interface PreviewRequest extends TemplateTexts {
  readonly kind: MailKindName
  readonly language: Language | null
  readonly invoice: string | null
}

/**
 * Writes the mail that unsaved texts would send about an invoice, with a pay link that opens nothing. Refuses texts that
 * can't be rendered, and not_found.
 */
export async function previewMail(ctx: Ctx, { kind, language, invoice: id, ...texts }: PreviewRequest) {
  const found = await findPreviewInvoice(ctx, id)
  if (found === null && id !== null) throw refuse('not_found')
  const account = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, account.timezone)
  const invoice = found ?? exampleInvoice(account.currency, today)
  const portal = await portalOriginOf(ctx)
  await checkTexts(kind, texts)
  const spoken = language ?? languageOf(account.language)
  const reader = { name: invoice.customerName, language: spoken }
  const facts = previewFacts[kind]({ invoice, today, portal })
  const mail = await explainProblems(() =>
    writeMail(ctx, kind, reader, chooseTexts(kind, spoken, texts), facts),
  )
  return { ...mail, invoice: invoice.number }
}

/** Stands in where nothing was invoiced yet. */
const exampleInvoice = (currency: string, today: string): PreviewInvoice => ({
  number: 'INV-1001',
  customerName: 'Example Customer',
  currency,
  invoiceDate: addDays(today, -44),
  dueDate: addDays(today, -14),
  totalMinor: 120_000n,
  remainingMinor: 80_000n,
})
