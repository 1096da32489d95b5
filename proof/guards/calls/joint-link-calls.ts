import { contract } from '../../../contract/index.ts'
import { createJointPayLink } from '../../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import { payLinkSession } from '../../../testing/sweep/company.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

const { openInvoices, portal } = contract

/** Calls with a pay link for several invoices, also when the company's link has lost one that the twin's still opens. */
export async function jointLinkCalls(sweep: Sweep): Promise<StateCall[]> {
  const { own, test } = sweep
  const { customerId: customer, invoiceId } = own.debtors.first
  const other = await own.run((ctx) => anOpenInvoice(ctx, { customer }))
  const invoices = [invoiceId, other.pk]
  const { url } = await own.run((ctx) => createJointPayLink(ctx, customer, invoices))
  const secret = new URL(url).searchParams.get('token')!
  const token = await payLinkSession(test, own, { ...own.debtors.first, payLinkSecret: secret })
  const ofSecond = own.debtors.second.invoiceId
  const opening = { route: portal.openPayLink, by: 'anonymous', body: { token: secret } }
  const listing = { route: openInvoices.list, by: 'pay link', token }
  const lost = `delete from pay_link_invoices where account_id = '${own.accountId}' and invoice_id = '${other.pk}'`
  const moved = `update invoices set customer_id = '${own.debtors.second.customerId}'
    where account_id = '${own.accountId}' and id = '${other.pk}'`
  return [
    opening,
    { ...opening, before: lost },
    { route: portal.renewPayLink, by: 'anonymous', body: { token: secret } },
    { ...listing, query: { invoices: invoices.join(',') } },
    { ...listing, query: { invoices: invoices.join(',') }, before: lost },
    { ...listing, query: { invoices: invoices.join(',') }, before: moved },
    { ...listing, query: { invoices: ofSecond } },
  ]
}
