import { addressLines } from '../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { type Company, logoPath } from '../rules.ts'
import { readAccountRow } from '../store/accounts.ts'

export interface CompanyFacts extends Company {
  /** Postal address lines without empty ones. */
  readonly addressLines: readonly string[]
  /** '/api/logos/…/', valid on every host of the product. Null without a logo. */
  readonly logoPath: string | null
  /** Reads the logo as PNG bytes, for documents. */
  readLogo(): Promise<Buffer | null>
}

/** Returns the company of the transaction's account. */
export async function companyOf(ctx: Ctx): Promise<CompanyFacts> {
  const { company } = await readAccountRow(ctx)
  const { logoFileId } = company
  return {
    ...company,
    addressLines: addressLines(company.address),
    logoPath: logoPath(ctx.accountId, logoFileId),
    readLogo: async () =>
      logoFileId === null ? null : ((await readStoredFile(ctx, logoFileId))?.bytes ?? null),
  }
}
