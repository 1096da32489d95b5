import type { StatementQuery } from '../../../../../contract/statements/statements.ts'
import type { DateFormat } from '../../../../../domain/dates/calendar.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { languageOf } from '../../../../../domain/mails/languages.ts'
import { isEmptyStatement } from '../../../../../domain/statements/build-statement.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translatedLanguage } from '../../../../platform/languages/catalogues.ts'
import { translatorTo } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import type { NamedDocument, PdfCompany, PdfCustomer } from '../../../documents/index.ts'
import { documentFileName, pdfCompanyOf, readIssuer } from '../../../invoices/index.ts'
import { translateDescription } from '../../../ledger/index.ts'
import type { StatementCustomer } from '../../store/statement-customers.ts'
import { findInvoicesUrl } from './find-invoices-url.ts'
import { readStatement, type StatementOfCustomer } from './read-statement.ts'

/** Returns the contents of a statement's PDF. Refuses what `readStatement` refuses, and wrong_state when it is empty. */
export async function readStatementDocument(
  ctx: Ctx,
  customerId: string,
  query: StatementQuery,
): Promise<NamedDocument> {
  const statement = await readStatement(ctx, customerId, query)
  if (isEmptyStatement(statement.figures))
    throw refuse('wrong_state', msg('Nothing happened in this period, and nothing is open.'))
  return composeStatementDocument(await readSheet(ctx), statement, null)
}

/** Parts of the PDFs of all statements of an account. */
export interface StatementSheet {
  readonly company: PdfCompany
  readonly dateFormat: DateFormat
  /** Language of the account. */
  readonly language: string
  readonly createdMs: number
  readonly invoicesUrl: string
}

/** Reads what the PDFs of all statements have in common. */
export async function readSheet(ctx: Ctx): Promise<StatementSheet> {
  const issuer = await readIssuer(ctx)
  return {
    company: await pdfCompanyOf(ctx, issuer),
    dateFormat: issuer.dateFormat,
    language: (await readAccountRow(ctx)).language,
    createdMs: ctx.now,
    invoicesUrl: await findInvoicesUrl(ctx),
  }
}

/** Composes the PDF of a statement; `number` is null for one that is not issued. */
export function composeStatementDocument(
  { company, dateFormat, language: accounts, createdMs, invoicesUrl }: StatementSheet,
  { customer, kind, period, currency, figures }: StatementOfCustomer,
  number: string | null,
): NamedDocument {
  const language = translatedLanguage(languageOf(customer.language ?? accounts))
  const t = translatorTo(language)
  const data = {
    company,
    customer: toPdfCustomer(customer),
    number: number ?? customer.shortName,
    currency,
    language,
    dateFormat,
    createdMs,
    kind,
    ...period,
    ...figures,
    lines: figures.lines.map((line) => ({
      ...line,
      description: translateDescription(language, line.description),
    })),
    payUrl: figures.openInvoices.length > 0 ? invoicesUrl : null,
  }
  const name = documentFileName(t('Statement'), number ?? `${customer.shortName} ${period.to}`)
  return { name, contents: { kind: 'statement', data } }
}

const toPdfCustomer = ({ shortName, companyName, addressLines }: StatementCustomer): PdfCustomer => ({
  name: shortName,
  companyName,
  addressLines,
})
