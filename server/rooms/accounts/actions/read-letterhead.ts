import { UNNAMED_COMPANY } from '../../../../domain/invoices/invoice-mail.ts'
import { addressLines } from '../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

const LOGO_CID = 'logo@company'

/** What every mail in the company's name has: its head, whom an answer reaches, the logo that the head shows. */
export interface Letterhead {
  readonly company: {
    readonly name: string
    readonly logoCid: string | undefined
    readonly contactLines: readonly string[]
  }
  readonly fromName: string
  readonly replyTo: string | undefined
  readonly pictures: readonly { fileId: string; name: string; cid: string }[]
}

/** The letterhead of the company whose account the transaction is in. */
export async function letterheadOf(ctx: Ctx): Promise<Letterhead> {
  const { company } = await readAccountRow(ctx)
  const { logoFileId, email, phone } = company
  const name = company.name || UNNAMED_COMPANY
  return {
    company: {
      name,
      logoCid: logoFileId === null ? undefined : LOGO_CID,
      contactLines: [...addressLines(company.address), email, phone],
    },
    fromName: name,
    replyTo: email === '' ? undefined : email,
    pictures: logoFileId === null ? [] : [{ fileId: logoFileId, name: 'logo.png', cid: LOGO_CID }],
  }
}
