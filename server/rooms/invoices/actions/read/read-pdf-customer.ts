import { addressLines } from '../../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type Customer, type Recipient, readRecipient } from '../../../customers/index.ts'
import type { PdfCustomer } from '../../../documents/index.ts'

/** Returns the recipient of a document. The country is left out of an address in the company's own. */
export async function pdfCustomerOf(
  ctx: Ctx,
  customer: Recipient & Pick<Customer, 'id' | 'erasedAt'>,
): Promise<PdfCustomer> {
  const recipient = await readRecipient(ctx, customer)
  const { company } = await readAccountRow(ctx)
  return {
    name: recipient.shortName,
    companyName: recipient.companyName,
    addressLines: addressLines(
      { ...recipient, addressline3: '', addressline4: '', postal_code: recipient.postalCode },
      company.address.country,
    ),
  }
}
