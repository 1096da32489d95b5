import { audit } from '../../../../platform/audit.ts'
import { type Ctx, enterAccount, nextId } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  companyOf,
  lockMembers,
  openAccount,
  readAccountRow,
  summarizeAccount,
} from '../../../accounts/index.ts'
import { keepQuota } from '../../../plans/index.ts'
import { countClientsToBe } from '../count-for-plan.ts'

/**
 * Opens a company for a client. The caller owns it until it is handed over. Throws quota_reached.
 */
export async function openClient(ctx: Ctx, name: string) {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  await lockMembers(ctx)
  await keepQuota(ctx, 'MAX_SUB_ACCOUNTS', () => countClientsToBe(ctx))
  const firm = { id: ctx.accountId, name: (await companyOf(ctx)).name }
  const id = nextId(ctx)
  await audit(ctx, 'clients.open', { type: 'account', id }, { company: name })
  const opened = { id, ownerId: ctx.actor.userId, company: { name }, firm }
  const client = await openAccount(ctx, opened)
  await audit(client, 'accounts.sign-up', { type: 'account', id }, { firm: firm.name })
  const account = summarizeAccount(await readAccountRow(client), 'owner')
  await enterAccount(ctx, firm.id)
  return { account }
}
