import { addressLines } from '../../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type Customer, type Recipient, readRecipient } from '../../../customers/index.ts'
import type { PdfCustomer } from '../../../documents/index.ts'

/** Returns the recipient of a document. */
export async function pdfCustomerOf(
  ctx: Ctx,
  customer: Recipient & Pick<Customer, 'id' | 'erasedAt'>,
): Promise<PdfCustomer> {
  const recipient = await readRecipient(ctx, customer)
  return {
    name: recipient.shortName,
    companyName: recipient.companyName,
    addressLines: addressLines({
      ...recipient,
      addressline3: '',
      addressline4: '',
      postal_code: recipient.postalCode,
    }),
  }
}
