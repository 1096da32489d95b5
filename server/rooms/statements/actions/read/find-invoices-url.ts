import type { Ctx } from '../../../../platform/context.ts'
import { portalOriginOf } from '../../../accounts/index.ts'

/** Returns the address of the portal's page on which customers see and pay their invoices. */
export const findInvoicesUrl = async (ctx: Ctx): Promise<string> =>
  `${await portalOriginOf(ctx)}/customer-portal-site?tab=2`
