import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Account } from '../../rules.ts'
import { changeCompany, readAccountRow } from '../../store/accounts.ts'
import { holdPortalPreferences, replaceSubDomain } from '../../store/sub-domains.ts'
import { readAccount } from '../read-account.ts'
import { chooseSubDomain } from './choose-sub-domain.ts'

type Given = InputOf<typeof contract.accounts.updateCompany>['body']
type Changes = Parameters<typeof changeCompany>[1]

/**
 * Changes the given fields. The first name of a company also names its portal, unless the portal no longer
 * has its generated subdomain.
 */
export async function updateCompany(ctx: Ctx, body: Given) {
  const before = await readAccountRow(ctx)
  const changes = readChanges(body)
  await changeCompany(ctx, changes)
  if (body.name !== undefined) await nameNewPortal(ctx, before, body.name)
  const changed = Object.keys(changes)
  await audit(ctx, 'accounts.update-company', { type: 'company', id: before.company.id }, { changed })
  return readAccount(ctx)
}

function readChanges({ postal_address, email, ...plain }: Given): Changes {
  const changes = Object.fromEntries(
    Object.entries({ ...plain, ...postal_address }).filter(([, value]) => value !== undefined),
  ) as Changes
  if (email !== undefined) changes.email = normalizeEmail(email)
  return changes
}

async function nameNewPortal(ctx: Ctx, before: Account, name: string): Promise<void> {
  if (before.company.name !== '' || before.subDomain !== before.defaultSubDomain) return
  const subDomain = await chooseSubDomain(ctx, name)
  // The subdomain may have changed while this transaction waited for the lock.
  const { subDomain: former, defaultSubDomain } = await holdPortalPreferences(ctx)
  if (subDomain !== null && former === defaultSubDomain)
    await replaceSubDomain(ctx, former, subDomain, { asDefault: true })
}
