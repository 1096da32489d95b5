import type { Ctx } from '../../../platform/context.ts'
import type { FailedMail } from '../../../platform/mail/failed-mail.ts'
import { selectMembers } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { findMailCustomer } from '../store/mail-customers.ts'
import { openAddressTask } from './open-address-task.ts'

/** Opens a task for an email to a customer that was given up, one for an address. Notices to the account's own members need none. */
export async function reportRefusedMail(ctx: Ctx, { to, related, reason }: FailedMail): Promise<void> {
  const customerId = await findMailCustomer(ctx, related.type, related.id)
  if (customerId === null) return
  const customer = await readCustomer(ctx, customerId)
  if (!includesAddress(addressesOf(customer), to) && (await isMember(ctx, to))) return
  await openAddressTask(ctx, customerId, to, reason)
}

const isMember = async (ctx: Ctx, address: string): Promise<boolean> =>
  includesAddress(
    (await selectMembers(ctx)).map(({ email }) => email),
    address,
  )

const includesAddress = (addresses: readonly string[], wanted: string): boolean =>
  addresses.some((address) => address.toLowerCase() === wanted.toLowerCase())
