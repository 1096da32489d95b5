import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { ONE_UNIT } from '../../../../domain/money/quantity.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type Translator, translatorTo } from '../../../platform/languages/translate.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import type { CreditMemoPdf, NamedDocument, PdfStamp } from '../../documents/index.ts'
import { documentFileName, pdfCompanyOf, pdfCustomerOf, readIssuer } from '../../invoices/index.ts'
import { readDocumentLanguage } from '../../mail-templates/index.ts'
import { type MemoFacts, memoStatus } from '../rules.ts'
import { readApplications, readMemoFacts } from '../store/memos.ts'

/** Reads the contents of a credit memo's PDF, if the actor may see the memo. Refuses not_found. */
export async function readCreditMemoDocument(ctx: Ctx, id: string): Promise<NamedDocument> {
  const memo = await readMemoFacts(ctx, id)
  if (!memo) throw refuse('not_found')
  const issuer = await readIssuer(ctx)
  const customer = await readCustomer(ctx, memo.customerId)
  const language = await readDocumentLanguage(ctx, customer.id)
  const t = translatorTo(language)
  const used = (await readApplications(ctx, id)).filter((application) => application.unappliedAt === null)
  const data: CreditMemoPdf = {
    company: await pdfCompanyOf(ctx, issuer),
    customer: await pdfCustomerOf(ctx, customer),
    number: memo.number,
    currency: memo.currency,
    language,
    dateFormat: issuer.dateFormat,
    createdMs: ctx.now,
    stamp: stampOf(memo, t),
    notes: null,
    issuedOn: memo.issuedOn,
    lines: [
      {
        description: memo.reason || t('Credit'),
        quantity: ONE_UNIT,
        unitPriceMinor: memo.totalMinor,
        discountPpm: 0,
        taxPpm: 0,
        amountMinor: memo.totalMinor,
      },
    ],
    totals: { subtotalMinor: memo.totalMinor, discountMinor: 0n, taxes: [], totalMinor: memo.totalMinor },
    uses: used.map((application) => ({
      invoiceNumber: application.invoiceNumber,
      appliedOn: dateInZone(application.appliedAt.getTime(), issuer.timezone),
      amountMinor: application.amountMinor,
    })),
    remainingMinor: memo.remainingMinor,
  }
  return { name: documentFileName(t('Credit memo'), memo.number), contents: { kind: 'credit_memo', data } }
}

function stampOf(memo: MemoFacts, t: Translator): PdfStamp | null {
  const status = memoStatus(memo)
  if (status === 'Open') return null
  return { text: status === 'Void' ? t('VOID') : t('APPLIED'), tone: 'quiet' }
}
