import { sql } from 'kysely'
import { expect } from 'vitest'
import { aConfirmationToken, aProposal, readPlan } from '../../server/rooms/payment-plans/testing.ts'
import { anOpenInvoice, cardForm } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, expectOnly, MANY, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/** A proposed plan of an unpaid invoice, and what calls about it need. */
async function proposed(servers: Servers) {
  const invoice = await servers.company.run((ctx) => anOpenInvoice(ctx, '100.00', servers.customer))
  const plan = await servers.company.run((ctx) => aProposal(ctx, [invoice.invoiceId], 4))
  const token = await servers.company.run((ctx) => aConfirmationToken(ctx, plan.pk))
  const { company } = servers
  const staff = (method: string, path: string, body: object): Promise<Reply> =>
    servers.call(method, `/api/accounts/${company.accountId}/${path}`, { token: company.token, body })
  const confirm = (name = 'Pat Payer'): Promise<Reply> =>
    servers.call('POST', '/api/payment-plan-proposal/confirm/', {
      host: company.host,
      body: { token, revision: 1, total: '100.00', name, agreed: true },
    })
  return { invoice, plan, staff, confirm }
}

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
    expect(open, 'installments add up to what remains').toBe(owed)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entries
      where account_id = ${ctx.accountId} and object_id = ${planId} and action = 'payment-plans.confirm'`.execute(
      ctx.db,
    )
    return { state: plan.state, confirmations: rows[0]!.count }
  })
}

/** Fifty confirmations by one link: one counts, and all get the same answer. */
export async function planConfirmations(servers: Servers): Promise<void> {
  const { plan, confirm } = await proposed(servers)
  const answers = await callAtOnce(MANY, (index) => confirm(`Pat ${'abcdefghij'[index % 10]}`))
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.confirmed_by)).size, 'one person confirmed it').toBe(1)
  expect(await checkPlan(servers, plan.pk)).toEqual({ state: 'confirmed', confirmations: 1 })
}

/** A confirmation while staff void, edit, change and cancel, and the customer pays. */
export async function planAndEverything(servers: Servers): Promise<void> {
  const { invoice, plan, staff, confirm } = await proposed(servers)
  const path = `invoices/${invoice.invoiceId}/`
  const payers = servers.payers
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => confirm()),
    ...Array.from({ length: 3 }, () => staff('POST', `${path}void/`, {})),
    ...Array.from({ length: 3 }, () => staff('PATCH', path, { notes: 'Changed', revision: 1 })),
    ...Array.from({ length: 2 }, () => staff('POST', `payment-plans/${plan.pk}/cancel/`, { reason: '' })),
    ...Array.from({ length: 2 }, () => staff('POST', `payment-plans/${plan.pk}/send/`, {})),
    ...Array.from({ length: 4 }, (_, index) =>
      servers.call('POST', `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-card/`, {
        token: payers[index % payers.length]!,
        host: servers.company.host,
        body: cardForm('25.00', { installment_id: plan.installments[0]!.id }),
      }),
    ),
  ])
  expectOnly(answers, 200, 201, 400, 404, 409, 429)
  const { confirmations } = await checkPlan(servers, plan.pk)
  expect(confirmations).toBeLessThanOrEqual(1)
  const paid = succeeded(answers.slice(-4)).length
  expect(paid, 'an installment is paid once').toBeLessThanOrEqual(1)
}
