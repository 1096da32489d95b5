import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { UNNAMED_COMPANY } from '../../../../../domain/mails/unnamed-company.ts'
import { enterAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { findPayLinkIssuer } from '../../../invoices/index.ts'

type Route = typeof contract.portal.payLinkCompany

/**
 * Returns the company that issued a pay link, for a visitor whose link has ended. Throws invoice_unknown for
 * a secret that was never issued or is another company's.
 */
export const readPayLinkCompany = (
  uow: TenantlessUnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> =>
  uow.transaction(async (ctx) => {
    const link = await findPayLinkIssuer(ctx, body.token, uow.hostAccountId)
    if (link === null) throw refuse('invoice_unknown')
    const { name, logoPath, email } = await companyOf(await enterAccount(ctx, link.accountId))
    return { name: name || UNNAMED_COMPANY, logo: logoPath, email }
  })
