import { expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOwingCustomer } from '../../testing.ts'
import { sendToCustomers } from './send-to-customers.ts'

const { tenant } = setUpBooks()
const october = { from: '2026-10-01', to: '2026-10-31' }
const send = (ids: readonly string[], more: object = {}) =>
  tenant.run((ctx) =>
    sendToCustomers(ctx, ids, { kind: 'open_item', period: october, onlyOpen: true, ...more }, null),
  )
const invoiced = (fields: Parameters<typeof anOwingCustomer>[1] = {}) =>
  tenant.run((ctx) => anOwingCustomer(ctx, fields, '2026-10-05'))
const rows = (customer: string) =>
  tenant.run((ctx) =>
    ctx.db
      .selectFrom('statements')
      .innerJoin('mail_messages', 'mail_messages.related_id', 'statements.id')
      .select([
        'number',
        'owed_minor',
        'subject',
        'statements.to_address as to',
        'attachments',
        'unsubscribe_url',
      ])
      .where('customer_id', '=', customer)
      .execute(),
  )

it('sends a statement with its PDF once for a period, and again for another kind', async () => {
  const customer = await invoiced()
  expect([await send([customer]), await send([customer])]).toEqual([1, 0])
  const sent = await rows(customer)
  expect(sent).toMatchObject([{ owed_minor: 9_000n, to: 'owes@harbor.test' }])
  expect(sent[0]!.subject).toMatch(/^Statement from .*: .* to .*$/)
  expect(sent[0]!.unsubscribe_url).toContain('/unsubscribe?token=')
  expect(JSON.stringify(sent[0]!.attachments)).toContain(`Statement ${sent[0]!.number}.pdf`)
  expect(await send([customer], { kind: 'balance_forward' })).toBe(1)
})

it('sends once when two workers send at the same time', async () => {
  const customer = await invoiced()
  const counts = await Promise.all([send([customer]), send([customer])])
  expect(counts.sort()).toEqual([0, 1])
})

it('sends none to customers who switched them off, are inactive, have no address or nothing open', async () => {
  const ids = [
    await invoiced({ statementsOn: false }),
    await invoiced(),
    await invoiced({ email: '' }),
    (await tenant.run((ctx) => aCustomer(ctx))).id,
  ]
  await tenant.run((ctx) =>
    ctx.db.updateTable('customers').set({ is_active: false }).where('id', '=', ids[1]!).execute(),
  )
  expect(await send(ids)).toBe(0)
})
