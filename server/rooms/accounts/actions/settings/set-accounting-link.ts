import type { Ctx } from '../../../../platform/context.ts'
import type { AccountingLink } from '../../rules.ts'
import { changeSettings } from '../../store/accounts.ts'

/** Notes the account's accounting platform and the time of its latest data. */
export async function setAccountingLink(ctx: Ctx, link: AccountingLink): Promise<void> {
  await changeSettings(ctx, { accounting_connection: JSON.stringify(link) })
}
