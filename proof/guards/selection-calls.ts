import { contract } from '../../contract/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { createRule, MONTHLY_TERMS, switchOn } from '../../server/rooms/late-fees/testing.ts'
import { aConfirmedPlan } from '../../server/rooms/payment-plans/testing.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

const { contactChanges, events, invoices, lateFeeRules, mailTemplates, openInvoices, paymentPlans } = contract

/** Lists for one customer or invoice, and calls about records that need another one in a certain state. */
export async function selectionCalls(sweep: Sweep): Promise<StateCall[]> {
  const { own, inspector } = sweep
  const { customerId: customer, invoiceId } = own.debtors.first
  const account = { account: own.accountId }
  const planned = await own.run((ctx) => anOpenInvoice(ctx, { customer }))
  await own.run((ctx) => aConfirmedPlan(ctx, [planned.pk]))
  const [newest] = await inspector.rows<{ id: string }>(
    'select id from audit_entries where account_id = $1 order by id desc limit 1',
    [own.accountId],
  )
  const byOwner = { by: 'owner', params: account }
  return [
    { ...byOwner, route: paymentPlans.list, query: { customer } },
    { ...byOwner, route: paymentPlans.list, query: { invoice: planned.pk } },
    { ...byOwner, route: contactChanges.list, query: { customer } },
    { ...byOwner, route: events.list, query: { before: newest!.id } },
    {
      ...{ by: 'owner', route: invoices.update, body: { notes: 'Changed while on a plan' } },
      params: { ...account, invoice: planned.pk },
    },
    {
      ...{ by: 'owner', route: mailTemplates.save, body: { subject: 'Subject', body: 'Text' } },
      params: { ...account, template: 'unknown', language: 'fr' },
    },
    {
      ...{ by: 'customer', route: openInvoices.pay, params: { option: 'sandbox-paypal' } },
      body: { invoices: [{ invoice: invoiceId, amount: '1.00' }], form: cardForm('1.00') },
    },
    ...(await defaultRuleCalls(sweep)),
  ]
}

/** Switches on a rule for everyone else, while another one is on or only the twin's is. */
async function defaultRuleCalls({ own }: Sweep): Promise<StateCall[]> {
  const everyoneElse = (name: string) => ({
    ...{ name, covers: 'everyone_else' as const, groups: [], terms: MONTHLY_TERMS },
    ...{ line_text: 'Late fee, {month}', item: '' },
  })
  const first = await own.run((ctx) => createRule(ctx, everyoneElse('First rule')))
  const second = await own.run((ctx) => createRule(ctx, everyoneElse('Second rule')))
  await own.run((ctx) => switchOn(ctx, first.pk, { revision: first.revision, includesLate: false }))
  const params = { account: own.accountId, rule: second.pk }
  const body = { revision: second.revision, includes_late: false }
  return [
    { by: 'owner', route: lateFeeRules.switchOn, params, body },
    {
      ...{ by: 'owner', route: lateFeeRules.switchOn, params, body },
      before: `update late_fee_rules set state = 'draft' where account_id = '${own.accountId}' and id = '${first.pk}'`,
    },
    { by: 'owner', route: lateFeeRules.rehearse, params, query: { period: 'past' } },
  ]
}
