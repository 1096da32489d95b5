import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { accountOf, companyOf } from '../../accounts/index.ts'

/** What anybody sees of the company whose portal this is. */
export async function readPreferences(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.portal.preferences>> {
  const [{ embed, dateFormat }, company] = await Promise.all([accountOf(ctx), companyOf(ctx)])
  return { embed, date_format: dateFormat, company: { logo: company.logoPath, name: company.name } }
}
