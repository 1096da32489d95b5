import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { brandProperties } from '../../../../domain/accounts/brand-colors.ts'
import { decideFlags } from '../../../../domain/accounts/flags.ts'
import { UNNAMED_COMPANY } from '../../../../domain/mails/unnamed-company.ts'
import type { Ctx } from '../../../platform/context.ts'
import { companyOf, readAccountRow } from '../../accounts/index.ts'

/** Returns the public facts of the portal's company. */
export async function readPreferences(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.portal.preferences>> {
  const [account, company] = await Promise.all([readAccountRow(ctx), companyOf(ctx)])
  const facts = { newUi: account.newUi, accountType: account.type }
  return {
    embed: account.embed,
    date_format: account.dateFormat,
    legacy: decideFlags(facts, ctx.app.config.flags, account.flags)['legacy-portal'],
    company: {
      logo: company.logoPath,
      name: company.name || UNNAMED_COMPANY,
      email: company.email,
      phone: company.phone,
      colors: brandProperties(company.accentColor),
      note: company.customerNote,
    },
  }
}
