import { expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { anOwingCustomer } from '../../testing.ts'
import { listStatements } from '../read/list-statements.ts'
import { cancelRun } from './cancel-run.ts'
import { listRuns } from './list-runs.ts'
import { previewRun } from './preview-run.ts'
import { sendBulk } from './send-bulk.ts'
import { startRun } from './start-run.ts'

const { test } = setUpBooks()
const october = { from: '2026-10-01', to: '2026-10-31', kind: 'balance_forward', only_open: true } as const

async function anAccount(customers: number) {
  const tenant = await test.tenant()
  for (let at = 0; at < customers; at += 1)
    await tenant.run((ctx) => anOwingCustomer(ctx, { shortName: `Customer ${at}` }, '2026-10-05'))
  const preview = () => previewRun(tenant.uow(), october)
  const start = () => tenant.run((ctx) => startRun(ctx, october))
  const work = (id: string) => sendBulk(tenant.uow({ kind: 'system', job: 'test' }), id)
  const count = async () => (await tenant.run((ctx) => listStatements(ctx, { page: 1, page_size: 1 }))).count
  return { tenant, preview, start, work, count }
}

it('sends what its preview counted, over several pages, and nothing again', async () => {
  const { tenant, preview, start, work, count } = await anAccount(27)
  await tenant.run((ctx) => anOwingCustomer(ctx, { statementsOn: false }, '2026-10-05'))
  await tenant.run((ctx) => anOwingCustomer(ctx, { email: '' }, '2026-10-05'))
  await tenant.run((ctx) => anOwingCustomer(ctx, {}, '2026-11-05'))
  expect(await preview()).toMatchObject({
    statements: 27,
    customers: 27,
    totals: [{ currency: 'USD', count: 27, closing: '2430.00' }],
    left_out: { off: 1, no_address: 1, nothing: 1, sent: 0 },
  })
  const run = await start()
  expect(run).toMatchObject({ state: 'running', customers_total: 30, customers_done: 0 })
  await Promise.all([work(run.pk), work(run.pk)])
  expect(await count()).toBe(27)
  expect((await tenant.run(listRuns)).runs).toMatchObject([{ state: 'done', customers_done: 30, sent: 27 }])
  expect(await preview()).toMatchObject({ statements: 0, left_out: { sent: 27 } })
  const again = await start()
  await work(again.pk)
  expect(await count()).toBe(27)
})

it('is one at a time for a period, and stops when it is canceled', async () => {
  const { tenant, start, work, count } = await anAccount(1)
  const run = await start()
  await expect(start()).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await tenant.run((ctx) => cancelRun(ctx, run.pk))).toMatchObject({ state: 'canceled' })
  await work(run.pk)
  expect(await count()).toBe(0)
  await expect(tenant.run((ctx) => cancelRun(ctx, run.pk))).rejects.toMatchObject({ code: 'wrong_state' })
})

it('refuses a period that has not ended, and a run of another account', async () => {
  const { tenant, start } = await anAccount(1)
  const body = { ...october, to: '2026-11-21' }
  await expect(tenant.run((ctx) => startRun(ctx, body))).rejects.toMatchObject({
    fields: { to: [expect.any(String)] },
  })
  const run = await start()
  const other = await test.tenant()
  await expect(other.run((ctx) => cancelRun(ctx, run.pk))).rejects.toMatchObject({ code: 'not_found' })
})
