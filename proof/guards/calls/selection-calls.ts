import { contract } from '../../../contract/index.ts'
import { aGroup } from '../../../server/rooms/customers/testing.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import { createRule, MONTHLY_TERMS, switchOn } from '../../../server/rooms/late-fees/testing.ts'
import { aConfirmationToken, aConfirmedPlan, aProposal } from '../../../server/rooms/payment-plans/testing.ts'
import { cardForm } from '../../../server/rooms/payments/testing.ts'
import { cellOf } from '../../../testing/sweep/refused-call.ts'
import { subjectOf } from '../../../testing/sweep/subject.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { StateCall } from './state-call.ts'

const { autoPayments, contactChanges, creditMemos, events, invoices, lateFeeRules, mailTemplates } = contract
const { openInvoices, paymentPlans, reminderRehearsals, statementSending, worklist } = contract

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
  const rehearsal = await sweep.readOnlyCall(cellOf(sweep, reminderRehearsals.list, 'owner'))
  const newTask = await sweep.readOnlyCall(cellOf(sweep, worklist.create, 'owner'))
  const ofSecond = own.debtors.second.invoiceId
  const byOwner = { by: 'owner', params: account }
  return [
    { ...byOwner, route: paymentPlans.list, query: { customer } },
    { ...byOwner, route: paymentPlans.list, query: { invoice: planned.pk } },
    { ...byOwner, route: contactChanges.list, query: { customer } },
    { ...byOwner, route: statementSending.list, query: { customer } },
    { ...byOwner, route: worklist.list, query: { customer } },
    { ...byOwner, route: worklist.list, query: { invoice: invoiceId } },
    {
      ...newTask,
      route: worklist.create,
      by: 'owner',
      body: { ...(newTask.body as object), invoices: [ofSecond] },
    },
    { ...rehearsal, route: reminderRehearsals.list, by: 'owner', query: { customer } },
    { ...byOwner, route: events.list, query: { before: newest!.id } },
    { ...byOwner, route: events.list, query: { about: 'invoice' } },
    {
      ...{ by: 'owner', route: mailTemplates.save, body: { subject: 'Subject', body: 'Text' } },
      params: { ...account, template: 'unknown', language: 'fr' },
    },
    {
      ...{ by: 'customer', route: openInvoices.pay, params: { option: 'sandbox-paypal' } },
      body: { invoices: [{ invoice: invoiceId, amount: '1.00' }], form: cardForm('1.00') },
    },
    ...(await defaultRuleCalls(sweep)),
    ...(await usedNumberCalls(sweep)),
    await planFeeCall(sweep),
    await plannedInvoiceCall(sweep, planned),
    await groupSwitchCall(sweep),
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
      before: `update late_fee_rules set state = 'off', on_since = null where account_id = '${own.accountId}' and id = '${first.pk}'`,
    },
    { by: 'owner', route: lateFeeRules.rehearse, params, query: { period: 'past' } },
  ]
}

/** Creates an invoice and a credit memo while the next number of the sequence is used already. */
async function usedNumberCalls(sweep: Sweep): Promise<StateCall[]> {
  const before = `update number_sequences set next_value = 1001 where account_id = '${sweep.own.accountId}'`
  const found: StateCall[] = []
  for (const route of [invoices.create, creditMemos.issue])
    found.push({
      ...{ ...(await sweep.readOnlyCall(cellOf(sweep, route, 'owner'))), route, before },
      by: 'owner',
    })
  return found
}

/** Confirms a plan with a fee. */
async function planFeeCall({ own }: Sweep): Promise<StateCall> {
  const { pk } = await own.run((ctx) => anOpenInvoice(ctx, { customer: own.debtors.first.customerId }))
  const plan = await own.run((ctx) => aProposal(ctx, [pk], 4, '2.00'))
  const token = await own.run((ctx) => aConfirmationToken(ctx, plan.pk))
  const body = { token, revision: plan.revision, total: plan.remaining, name: 'Pat Payer', agreed: true }
  return { route: paymentPlans.confirm, by: 'anonymous', body }
}

/** Reads the automatic payments of a customer whose group allows none; the twin's group does. */
async function groupSwitchCall({ own, test }: Sweep): Promise<StateCall> {
  const { accountId } = own
  const customer = await subjectOf(test, own, own.debtors.first, false).enrolled()
  const group = await own.run((ctx) => aGroup(ctx, 'Group without automatic payments'))
  return {
    ...{ route: autoPayments.readForCustomer, by: 'owner', params: { account: accountId, customer } },
    before: `update customers set group_id = '${group}' where account_id = '${accountId}' and id = '${customer}';
      update customer_groups set auto_pay_on = false where account_id = '${accountId}' and id = '${group}'`,
  }
}

/** Changes the total of an invoice whose plan only the twin still has. */
async function plannedInvoiceCall(
  sweep: Sweep,
  { pk, revision }: { readonly pk: string; readonly revision: number },
): Promise<StateCall> {
  const { accountId } = sweep.own
  const { body } = await sweep.readOnlyCall(cellOf(sweep, invoices.update, 'owner'))
  return {
    ...{ route: invoices.update, by: 'owner', params: { account: accountId, invoice: pk } },
    body: { ...(body as object), revision },
    before: `delete from payment_plan_invoices where account_id = '${accountId}' and invoice_id = '${pk}'`,
  }
}
