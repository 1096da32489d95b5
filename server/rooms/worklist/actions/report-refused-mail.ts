import type { Ctx } from '../../../platform/context.ts'
import type { FailedMail } from '../../../platform/mail/failed-mail.ts'
import { selectMembers } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { refusedAddressKey } from '../rules/refused-address-key.ts'
import { findMailCustomer } from '../store/mail-customers.ts'
import { openTask } from './open-task.ts'

/** Opens a task for an email to a customer that was given up, one for an address. Notices to the account's own members need none. */
export async function reportRefusedMail(ctx: Ctx, { to, related, reason }: FailedMail): Promise<void> {
  const customerId = await findMailCustomer(ctx, related.type, related.id)
  if (customerId === null) return
  const customer = await readCustomer(ctx, customerId)
  const isTheirs = includesAddress(addressesOf(customer), to)
  if (
    !isTheirs &&
    includesAddress(
      (await selectMembers(ctx)).map(({ email }) => email),
      to,
    )
  )
    return
  await openTask(ctx, {
    key: refusedAddressKey(customerId, to),
    kind: 'refused_address',
    customerId,
    title: isTheirs ? 'Correct the email address' : 'Check an email address',
    reason: `Email to ${to} could not be delivered: ${reason}`,
    endsWhenSettled: false,
    opensAgain: true,
  })
}

const includesAddress = (addresses: readonly string[], wanted: string): boolean =>
  addresses.some((address) => address.toLowerCase() === wanted.toLowerCase())
