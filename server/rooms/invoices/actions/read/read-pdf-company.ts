import type { Ctx } from '../../../../platform/context.ts'
import { companyOf } from '../../../accounts/index.ts'
import type { PdfCompany } from '../../../documents/drawing/pdf-data.ts'
import type { Issuer } from './read-issuer.ts'

/** The head of a document, with the logo's bytes. */
export async function pdfCompanyOf(ctx: Ctx, issuer: Issuer): Promise<PdfCompany> {
  const company = await companyOf(ctx)
  return {
    name: issuer.companyName,
    addressLines: issuer.addressLines,
    email: issuer.email,
    phone: issuer.phone,
    countryCode: issuer.country,
    logoPng: await company.readLogo(),
  }
}
