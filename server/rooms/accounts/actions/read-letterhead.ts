import { UNNAMED_COMPANY } from '../../../../domain/mails/unnamed-company.ts'
import type { BankDetails } from '../../../../domain/payments/bank-details.ts'
import { addressLines } from '../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

const LOGO_CID = 'logo@company'

/** Common parts of every mail in the company's name: header, reply address and logo. */
export interface Letterhead {
  readonly company: {
    readonly name: string
    readonly logoCid: string | undefined
    readonly contactLines: readonly string[]
    /** '#0e6553', or empty for the product's own color. */
    readonly accentColor: string
  }
  readonly bank: BankDetails
  readonly fromName: string
  readonly replyTo: string | undefined
  readonly pictures: readonly { fileId: string; name: string; cid: string }[]
}

/** Returns the letterhead of the transaction's company. */
export async function letterheadOf(ctx: Ctx): Promise<Letterhead> {
  const { company } = await readAccountRow(ctx)
  const { logoFileId, email, phone } = company
  const name = company.name || UNNAMED_COMPANY
  return {
    company: {
      name,
      logoCid: logoFileId === null ? undefined : LOGO_CID,
      contactLines: [...addressLines(company.address), email, phone],
      accentColor: company.accentColor,
    },
    bank: company.bank,
    fromName: name,
    replyTo: email === '' ? undefined : email,
    pictures: logoFileId === null ? [] : [{ fileId: logoFileId, name: 'logo.png', cid: LOGO_CID }],
  }
}
