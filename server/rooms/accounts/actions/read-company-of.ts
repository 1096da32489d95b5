import { addressLines } from '../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readStoredFile } from '../../../platform/files.ts'
import { type Company, logoPath } from '../rules.ts'
import { readAccountRow } from '../store/accounts.ts'

export interface CompanyFacts extends Company {
  /** The address as on paper, without empty lines. */
  readonly addressLines: readonly string[]
  /** '/api/logos/…/': good on every host of ours. Null without a logo. */
  readonly logoPath: string | null
  /** The logo as PNG bytes, for documents. */
  readLogo(): Promise<Buffer | null>
}

/** The company of the account that the transaction is in. */
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
