import { sql } from 'kysely'
import { expect } from 'vitest'
import { unitOfWork } from '../../server/platform/context.ts'
import {
  aConfirmationToken,
  aConfirmedPlan,
  aProposal,
  aWrittenSchedule,
  letCustomersChoose,
  movePlansOf,
  readPlan,
} from '../../server/rooms/payment-plans/testing.ts'
import { anOpenInvoice, cardForm } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, editOf, expectOnly, MANY, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

const CALLER = { requestId: 'race', ip: null }

/** A proposed plan of an unpaid invoice, and what calls about it need. */
async function proposed(servers: Servers, fee = '') {
  const invoice = await servers.company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const plan = await servers.company.run((ctx) => aProposal(ctx, [invoice.invoiceId], 4, fee))
  const token = await servers.company.run((ctx) => aConfirmationToken(ctx, plan.pk))
  const { company } = servers
  const staff = (method: string, path: string, body: object): Promise<Reply> =>
    servers.call(method, `/api/accounts/${company.accountId}/${path}`, { token: company.token, body })
  const confirm = (name = 'Pat Payer'): Promise<Reply> =>
    servers.call('POST', '/api/payment-plan-proposal/confirm/', {
      host: company.host,
      body: { token, revision: 1, total: plan.remaining, name, agreed: true },
    })
  return { invoice, plan, staff, confirm }
}

/** Runs the schedule that moves plans on. */
const movePlans = ({ app, company }: Servers): Promise<void> =>
  movePlansOf({ uow: () => unitOfWork(app, CALLER, { kind: 'system', job: 'test' }, company.accountId) })

const payInstallment = (
  servers: Servers,
  turn: number,
  invoice: string,
  installment: string,
  amount = '25.00',
): Promise<Reply> =>
  servers.call('POST', `/api/invoices/${invoice}/payment-options/sandbox-card/`, {
    token: servers.payers[turn % servers.payers.length]!,
    host: servers.company.host,
    body: cardForm(amount, { installment_id: installment }),
  })

/** The plan's installments add up to what its invoice owes, and it was confirmed at most once. */
async function checkPlan(
  servers: Servers,
  planId: string,
): Promise<{ state: string; confirmations: number }> {
  return servers.company.run(async (ctx) => {
    const plan = await readPlan(ctx, planId)
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    const open = plan.installments.reduce((sum, { balance }) => sum + cents(balance), 0)
    const owed = plan.invoices.reduce((sum, { remaining }) => sum + cents(remaining), 0)
    // A proposal's fee is owed once it is agreed.
    const fee = plan.state === 'proposed' ? cents(plan.fee) : 0
    expect(open, 'installments add up to what remains').toBe(owed + fee)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entries
      where account_id = ${ctx.accountId} and object_id = ${planId} and action = 'payment-plans.confirm'`.execute(
      ctx.db,
    )
    return { state: plan.state, confirmations: rows[0]!.count }
  })
}

/** Fifty confirmations by one link: one counts and charges the plan's fee, and all get the same answer. */
export async function planConfirmations(servers: Servers): Promise<void> {
  const { plan, confirm } = await proposed(servers, '25.00')
  const answers = await callAtOnce(MANY, (index) => confirm(`Pat ${'abcdefghij'[index % 10]}`))
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.confirmed_by)).size, 'one person confirmed it').toBe(1)
  expect(await checkPlan(servers, plan.pk)).toEqual({ state: 'confirmed', confirmations: 1 })
  const after = await servers.company.run((ctx) => readPlan(ctx, plan.pk))
  expect(after.installments.map(({ balance }) => balance)).toEqual(['50.00', '25.00', '25.00', '25.00'])
  expect(await chargedFees(servers, plan.pk), 'the fee is charged once').toEqual(['25.00'])
}

/** Amount booked as income of a plan's fee. */
async function chargedFees({ company }: Servers, planId: string): Promise<string[]> {
  const { rows } = await company.run((ctx) =>
    sql<{ amount: string }>`select to_char(-p.amount_minor / 100.0, 'FM990.00') as amount from late_fees f
      join ledger_postings p on p.account_id = f.account_id and p.entry_id = f.entry_id
        and p.ledger_account = 'plan_fee_income'
      where f.account_id = ${ctx.accountId} and f.plan_id = ${planId}`.execute(ctx.db),
  )
  return rows.map(({ amount }) => amount)
}

/** A confirmation while staff void, edit, change and cancel, and the customer pays. */
export async function planAndEverything(servers: Servers): Promise<void> {
  const { invoice, plan, staff, confirm } = await proposed(servers, '25.00')
  const path = `invoices/${invoice.invoiceId}/`
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => confirm()),
    ...Array.from({ length: 3 }, () => staff('POST', `${path}void/`, {})),
    ...Array.from({ length: 3 }, () => staff('PATCH', path, editOf(invoice, '100.00'))),
    ...Array.from({ length: 2 }, () => staff('POST', `payment-plans/${plan.pk}/cancel/`, { reason: '' })),
    ...Array.from({ length: 2 }, () => staff('POST', `payment-plans/${plan.pk}/send/`, {})),
    ...Array.from({ length: 4 }, (_, index) =>
      payInstallment(servers, index, invoice.invoiceId, plan.installments[0]!.id),
    ),
  ])
  expectOnly(answers, 200, 201, 400, 404, 409, 429)
  const { confirmations } = await checkPlan(servers, plan.pk)
  expect(confirmations).toBeLessThanOrEqual(1)
  const paid = succeeded(answers.slice(-4)).length
  expect(paid, 'an installment is paid once').toBeLessThanOrEqual(1)
}

/** Everybody of a customer chooses a plan with a fee while staff propose one: the invoice gets one plan and at most one fee. */
export async function planChoices(servers: Servers): Promise<void> {
  const { company, payers } = servers
  await servers.resetRateLimits()
  await company.run((ctx) => letCustomersChoose(ctx, { fee: '5.00' }))
  const { invoiceId } = await company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const installments = await company.run((ctx) => aWrittenSchedule(ctx, [invoiceId], 2))
  const [chosen, proposed] = await Promise.all([
    callAtOnce(12, (turn) =>
      servers.call('POST', `/api/invoices/${invoiceId}/payment-plan/`, {
        token: payers[turn % payers.length]!,
        host: company.host,
        body: {
          interval: 'monthly',
          count: 2 + (turn % 3),
          total: '105.00',
          name: 'Pat Payer',
          agreed: true,
        },
      }),
    ),
    callAtOnce(3, () =>
      servers.call('POST', `/api/accounts/${company.accountId}/payment-plans/`, {
        token: company.token,
        body: { invoices: [invoiceId], installments, message: '', fee: '5.00', email: false },
      }),
    ),
  ])
  expectOnly([...chosen, ...proposed], 200, 201, 400, 409)
  const plans = new Set([...succeeded(chosen), ...succeeded(proposed)].map(({ body }) => body.pk))
  expect(plans.size, 'an invoice is on one plan').toBe(1)
  const planId = String([...plans][0])
  const { confirmations } = await checkPlan(servers, planId)
  const fees = await chargedFees(servers, planId)
  expect(fees, 'a chosen plan is charged once').toEqual(confirmations === 1 ? ['5.00'] : [])
}

/** An edit of what is owed, or the confirmation of what was owed: one of them is refused. */
export async function planAndEdit(servers: Servers): Promise<void> {
  const { invoice, plan, staff, confirm } = await proposed(servers)
  const edits = callAtOnce(5, () =>
    staff('PATCH', `invoices/${invoice.invoiceId}/`, editOf(invoice, '120.00')),
  )
  const confirmed = await callAtOnce(5, () => confirm())
  const edited = await edits
  expectOnly([...confirmed, ...edited], 200, 409)
  expect(Math.min(succeeded(confirmed).length, 1) + succeeded(edited).length, 'edited or confirmed').toBe(1)
  const { confirmations } = await checkPlan(servers, plan.pk)
  expect(confirmations).toBe(Math.min(succeeded(confirmed).length, 1))
}

/** A confirmation of a proposal that staff change and withdraw: nobody confirms what they were not shown. */
export async function planAndWithdrawal(servers: Servers): Promise<void> {
  const { invoice, plan, staff, confirm } = await proposed(servers)
  const installments = await servers.company.run((ctx) => aWrittenSchedule(ctx, [invoice.invoiceId], 2))
  const path = `payment-plans/${plan.pk}/`
  const [confirmed, changed, canceled] = await Promise.all([
    callAtOnce(6, () => confirm()),
    callAtOnce(3, () => staff('PUT', path, { installments, message: '', email: false, revision: 1 })),
    callAtOnce(2, () => staff('POST', `${path}cancel/`, { reason: '' })),
  ])
  expectOnly([...confirmed, ...changed, ...canceled], 200, 400, 404, 409)
  expect(succeeded(canceled), 'a plan is canceled once').toHaveLength(1)
  expect(
    Math.min(succeeded(confirmed).length, 1) + succeeded(changed).length,
    'changed or confirmed',
  ).toBeLessThanOrEqual(1)
  expect((await checkPlan(servers, plan.pk)).state).toBe('canceled')
}

/** Proposals for overlapping invoices: an invoice is in one of them. */
export async function plansOfOneInvoice(servers: Servers): Promise<void> {
  const { company } = servers
  const ids: string[] = []
  while (ids.length < 3)
    ids.push(
      await company.run(async (ctx) => (await anOpenInvoice(ctx, '60.00', servers.customer)).invoiceId),
    )
  const [a, b, c] = ids as [string, string, string]
  const sets = [[a, b], [b, a], [b, c], [c], [a], [c, a, b]]
  const answers = await callAtOnce(sets.length * 3, async (index) => {
    const invoices = sets[index % sets.length]!
    const installments = await company.run((ctx) => aWrittenSchedule(ctx, invoices, 3))
    return servers.call('POST', `/api/accounts/${company.accountId}/payment-plans/`, {
      token: company.token,
      body: { invoices, installments, message: '', email: false },
    })
  })
  expectOnly(answers, 201, 400)
  const covered = succeeded(answers).flatMap(({ body }) =>
    (body as { invoices: { pk: string }[] }).invoices.map(({ pk }) => pk),
  )
  expect(covered).not.toEqual([])
  expect(covered.toSorted(), 'an invoice is on one plan').toEqual([...new Set(covered)].toSorted())
}

/** Everybody pays the same installment: it is charged once. */
export async function installmentTwice(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const invoice = await servers.company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const { pk } = await servers.company.run((ctx) => aConfirmedPlan(ctx, [invoice.invoiceId], { count: 4 }))
  const { installments } = await servers.company.run((ctx) => readPlan(ctx, pk))
  const answers = await callAtOnce(16, (turn) =>
    payInstallment(servers, turn, invoice.invoiceId, installments[0]!.id),
  )
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers), 'an installment is paid once').toHaveLength(1)
  await checkPlan(servers, pk)
  const after = await servers.company.run((ctx) => readPlan(ctx, pk))
  expect(after.installments.map(({ balance }) => balance)).toEqual(['0.00', '25.00', '25.00', '25.00'])
}

/** A missed installment is paid while two workers look at its plan: a plan that defaults is cured. */
export async function missedAndPaid(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const { company } = servers
  const invoice = await company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const { pk } = await company.run((ctx) => aConfirmedPlan(ctx, [invoice.invoiceId], { count: 4 }))
  await company.run((ctx) =>
    sql`update payment_plan_installments set due_on = due_on - 14 where account_id = ${ctx.accountId} and plan_id = ${pk}`.execute(
      ctx.db,
    ),
  )
  const { installments } = await company.run((ctx) => readPlan(ctx, pk))
  const [answers] = await Promise.all([
    callAtOnce(6, (turn) => payInstallment(servers, turn, invoice.invoiceId, installments[turn % 2]!.id)),
    callAtOnce(4, () => movePlans(servers)),
  ])
  expectOnly(answers, 200, 400, 409)
  await movePlans(servers)
  const { rows } = await company.run((ctx) =>
    sql<{ action: string; count: number }>`select action, count(*)::int as count from audit_entries
      where account_id = ${ctx.accountId} and object_id = ${pk} and action in ('payment-plans.default', 'payment-plans.cure')
      group by 1`.execute(ctx.db),
  )
  const counted = new Map(rows.map(({ action, count }) => [action, count]))
  const defaults = counted.get('payment-plans.default') ?? 0
  const cures = counted.get('payment-plans.cure') ?? 0
  expect(defaults, 'a plan defaults once').toBeLessThanOrEqual(1)
  const { state } = await checkPlan(servers, pk)
  expect([state, defaults - cures]).toEqual(defaults > cures ? ['defaulted', 1] : ['confirmed', 0])
}

/** A payment of a completed plan comes back, and its invoice is on one plan: the former or another. */
export async function reopenedPlan(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const { company, payers } = servers
  const invoice = await company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const { pk } = await company.run((ctx) => aConfirmedPlan(ctx, [invoice.invoiceId], { count: 2 }))
  const paid = await servers.call(
    'POST',
    `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-card/`,
    {
      token: payers[0]!,
      host: company.host,
      body: cardForm('100.00'),
    },
  )
  expectOnly([paid], 200)
  await movePlans(servers)
  expect((await checkPlan(servers, pk)).state).toBe('completed')
  const staff = (path: string, body: object): Promise<Reply> =>
    servers.call('POST', `/api/accounts/${company.accountId}/${path}`, { token: company.token, body })
  const refund = { total: '100.00', total_currency: 'USD', request_id: `refund-${paid.body.id}`, reason: '' }
  expectOnly([await staff(`payments/${paid.body.id}/refund/`, refund)], 200, 201)
  const installments = await company.run((ctx) => aWrittenSchedule(ctx, [invoice.invoiceId], 2))
  const body = { invoices: [invoice.invoiceId], installments, message: '', email: false }
  const [answers] = await Promise.all([
    callAtOnce(6, () => staff('payment-plans/', body)),
    callAtOnce(4, () => movePlans(servers)),
  ])
  expectOnly(answers, 201, 400)
  const { state } = await checkPlan(servers, pk)
  expect(succeeded(answers).length + (state === 'confirmed' ? 1 : 0), 'an invoice is on one plan').toBe(1)
}
