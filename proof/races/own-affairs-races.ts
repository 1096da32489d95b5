import { expect } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { aCreditMemo } from '../../server/rooms/credit-memos/testing.ts'
import { anOpenInvoice, CARDS } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, expectOnly, MANY, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races of a customer's own affairs in the portal. */

const ask = ({ call, company, payers }: Servers, turn: number, path: string, body: object): Promise<Reply> =>
  call('POST', path, { token: payers[turn % payers.length]!, host: company.host, body })

/** The same card is saved once, by however many requests. */
export async function savedMethods(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const values = {
    name_on_card: 'Pat Payer',
    number: CARDS.good,
    expiration_month: '12',
    expiration_year: '2031',
    cvc: '123',
  }
  const ids = [`race-${newId(0)}`, `race-${newId(0)}`, `race-${newId(0)}`]
  const answers = await callAtOnce(MANY, (index) =>
    ask(servers, index, '/api/payment-methods/', {
      option: 'sandbox-card',
      values,
      request_id: ids[index % ids.length],
    }),
  )
  // One login saves at most ten cards in an hour.
  expectOnly(answers, 200, 409, 429)
  expect(new Set(succeeded(answers).map(({ body }) => body.id)).size, 'one card is one method').toBe(1)
  const stored = await servers.company.run((ctx) =>
    ctx.db
      .selectFrom('stored_methods')
      .select('id')
      .where('account_id', '=', ctx.accountId)
      .where('customer_id', '=', servers.customer.id)
      .where('expiration_year', '=', 2031)
      .where('removed_at', 'is', null)
      .execute(),
  )
  expect(stored).toHaveLength(1)
}

/** A credit memo of 100.00 is used three times for 30.00, and never for more than it has. */
export async function usedCredit(servers: Servers): Promise<void> {
  const customer = servers.customer
  const { memo, invoiceId } = await servers.company.run(async (ctx) => ({
    memo: await aCreditMemo(ctx, { customer: customer.id, total: '100.00' }),
    invoiceId: (await anOpenInvoice(ctx, '500.00', customer)).invoiceId,
  }))
  const answers = await callAtOnce(MANY, (index) =>
    ask(servers, index, `/api/credit-memos/${memo.pk}/use/`, {
      invoice: invoiceId,
      amount: '30.00',
      request_id: `race-${newId(0)}`,
    }),
  )
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'no more than there is').toHaveLength(3)
}
