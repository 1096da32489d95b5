import type { Ctx } from '../../../../platform/context.ts'
import { companyOf } from '../../../accounts/index.ts'
import type { PdfCompany } from '../../../documents/index.ts'
import type { Issuer } from './read-issuer.ts'

/** Reads the issuer of a document, with the bytes of its logo. */
export async function pdfCompanyOf(ctx: Ctx, issuer: Issuer): Promise<PdfCompany> {
  const company = await companyOf(ctx)
  return {
    name: issuer.companyName,
    addressLines: issuer.addressLines,
    email: issuer.email,
    phone: issuer.phone,
    countryCode: issuer.country,
    accentColor: issuer.accentColor,
    logoPng: await company.readLogo(),
  }
}
