import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { findPortalUserByEmail, isAccessEnded } from '../../../portal/index.ts'

/**
 * Returns the customer's address on file, which may log in with a code. Throws wrong_state when there is none, when its access
 * was ended, which an old pay link must not bring back, and when its login has a second factor.
 */
export async function findEntryAddress(ctx: Ctx, customerId: string): Promise<string> {
  const [onFile] = await listCustomerAddresses(ctx, customerId)
  if (onFile === undefined)
    throw refuse(
      'wrong_state',
      msg('We have no email address to send a code to. Ask the company that invoiced you.'),
    )
  const email = normalizeEmail(onFile)
  const user = await findPortalUserByEmail(ctx, email)
  if (user !== null && (user.disabled || (await isAccessEnded(ctx, customerId, user.id))))
    throw refuse(
      'wrong_state',
      msg('The login for this address was ended. Ask the company that invoiced you.'),
    )
  if (user?.secondFactor)
    throw refuse(
      'wrong_state',
      msg('This login has two-step login. Log in with your password or a login link.'),
    )
  return email
}
