import type { RemoteCustomer } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readCustomer } from '../../rules/read-record.ts'
import { type FormerCustomer, formerCustomers, hasFormerBooks } from '../../store/former-records.ts'
import { linksOf, writeLinks } from '../../store/links.ts'
import type { ConnectionRow } from '../../tables.ts'

/**
 * Recognizes customers that were read from former books, by name. Where several have one name, by name and email address. What it
 * can't tell is read as a new customer.
 */
export async function recognizeCustomers(
  ctx: Ctx,
  connection: ConnectionRow,
  given: readonly RemoteCustomer[],
): Promise<void> {
  if (!(await hasFormerBooks(ctx, connection.id))) return
  const known = await linksOf(
    ctx,
    connection.id,
    'customer',
    given.map(({ remoteId }) => remoteId),
  )
  const fresh = given
    .filter(
      ({ remoteId, isDeleted, mergedInto }) => !known.has(remoteId) && !isDeleted && mergedInto === null,
    )
    .map((one) => ({ remoteId: one.remoteId, url: one.url, ...namesOf(one) }))
  const former = await formerCustomers(
    ctx,
    connection.id,
    fresh.map(({ name }) => name),
  )
  const links = fresh.flatMap(({ remoteId, url, name, email }) => {
    const sameName = unmergedFirst(former.filter((one) => one.name === name))
    const isOnly = sameName.length === 1 && fresh.filter((one) => one.name === name).length === 1
    const found = isOnly ? sameName : sameName.filter((one) => email !== '' && one.email === email)
    return found.length === 1
      ? [{ kind: 'customer' as const, remoteId, localId: found[0]!.id, version: '', url }]
      : []
  })
  await writeLinks(ctx, connection.id, links)
}

/** One that former books merged into another of the same name is recognized only where nothing else has the name. */
function unmergedFirst(found: readonly FormerCustomer[]): readonly FormerCustomer[] {
  const unmerged = found.filter(({ isMerged }) => !isMerged)
  return unmerged.length > 0 ? unmerged : found
}

function namesOf(remote: RemoteCustomer): { name: string; email: string } {
  const { shortName, email } = readCustomer(remote)
  return { name: shortName.toLowerCase(), email: email.toLowerCase() }
}
