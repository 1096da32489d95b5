import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AddressedMail } from '../../../platform/mail/recipients/address-records.ts'
import { returnPathOf } from '../rules/return-path.ts'
import { insertLinks } from '../store/links.ts'

/** Bytes of a token. In hex, because mail servers may change the case of an address. */
const TOKEN_BYTES = 20

/** Issues the address to which mail servers report about a message; null where reports are not received. */
export async function issueReturnPath(ctx: Ctx, { id, to }: AddressedMail): Promise<string | null> {
  const { bounceDomain } = ctx.app.config
  if (bounceDomain === undefined) return null
  const token = ctx.app.random(TOKEN_BYTES).toString('hex')
  await insertLinks(ctx, [{ purpose: 'return_path', address: normalizeEmail(to), mailId: id, token }])
  return returnPathOf(token, bounceDomain)
}
