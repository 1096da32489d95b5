import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { customerBalanceOf } from '../../ledger/index.ts'
import { agingFields, billingAddress } from '../rules.ts'
import { owedByAge, selectPortalInvoices } from '../store/documents.ts'
import { findMovedTo } from './find-moved-to.ts'
import { readDues } from './read-dues.ts'
import { requireCustomer } from './require-customer.ts'
import { showPortalInvoice } from './show-portal-invoice.ts'

const LATEST = 5

/**
 * Returns the logged-in customer with owed amounts by age in their own currency. The buckets add up to the
 * total.
 */
export async function readCustomerAccount(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.portal.account>> {
  const customerId = requireCustomer(ctx)
  const newest = { column: 'invoice_date', direction: 'desc', limit: LATEST, offset: 0 } as const
  const [customer, today, latest] = await Promise.all([
    readCustomer(ctx, customerId),
    todayOf(ctx),
    selectPortalInvoices(ctx, { ...newest, customerId }, null),
  ])
  const { company } = await readAccountRow(ctx)
  const { currency } = customer
  const [owed, { paidMinor }, movedTo] = await Promise.all([
    owedByAge(ctx, customerId, currency, today),
    customerBalanceOf(ctx, customerId, currency),
    findMovedTo(ctx, customer),
  ])
  const phones = [customer.primaryPhone, customer.alternatePhone, customer.mobilePhone]
  return {
    pk: customer.id,
    short_name: customer.shortName,
    company_name: customer.companyName,
    language: customer.language,
    billing_address: billingAddress(customer, company.address.country),
    emails: addressesOf(customer),
    phones: phones.filter((phone) => phone !== ''),
    currency,
    ...agingFields(owed, currency),
    total_owed: formatAmount(owed.total, currency),
    total_paid: formatAmount(paidMinor, currency),
    unpaid_invoices_count: owed.invoices,
    latest_invoices: latest.map((invoice) => showPortalInvoice(ctx, invoice, today)),
    moved_to: movedTo,
    dues: await readDues(ctx, { customerId, currency }, today),
  }
}
