import type { StatementQuery } from '../../../../../contract/statements.ts'
import { addressLines } from '../../../../../domain/people/postal-address.ts'
import { isEmptyStatement } from '../../../../../domain/statements/build-statement.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { Customer } from '../../../customers/index.ts'
import type { NamedDocument, PdfCustomer } from '../../../documents/index.ts'
import { documentFileName, pdfCompanyOf, readIssuer } from '../../../invoices/index.ts'
import { readStatement, type StatementOfCustomer } from './read-statement.ts'

/** Returns the contents of a statement's PDF. Refuses what `readStatement` refuses, and wrong_state when it is empty. */
export async function readStatementDocument(
  ctx: Ctx,
  customerId: string,
  query: StatementQuery,
): Promise<NamedDocument> {
  const statement = await readStatement(ctx, customerId, query)
  if (isEmptyStatement(statement.figures))
    throw refuse('wrong_state', 'Nothing happened in this period, and nothing is open.')
  return composeStatementDocument(ctx, statement, null)
}

/** Composes the PDF of a statement; `number` is null for one that is not issued. */
export async function composeStatementDocument(
  ctx: Ctx,
  { customer, kind, period, currency, figures }: StatementOfCustomer,
  number: string | null,
): Promise<NamedDocument> {
  const issuer = await readIssuer(ctx)
  const data = {
    company: await pdfCompanyOf(ctx, issuer),
    customer: toPdfCustomer(customer),
    number: number ?? customer.shortName,
    currency,
    dateFormat: issuer.dateFormat,
    createdMs: ctx.now,
    kind,
    ...period,
    ...figures,
  }
  const name = documentFileName('Statement', number ?? `${customer.shortName} ${period.to}`)
  return { name, contents: { kind: 'statement', data } }
}

const toPdfCustomer = (customer: Customer): PdfCustomer => ({
  name: customer.shortName,
  companyName: customer.companyName,
  addressLines: addressLines({
    ...customer,
    addressline3: '',
    addressline4: '',
    postal_code: customer.postalCode,
  }),
})
