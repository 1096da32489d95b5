import { expect, it } from 'vitest'
import { payInvoice } from '../actions/pay-invoice.ts'
import { anOpenInvoice, cardForm, createPaymentsApp, portalOf, standingOf } from '../testing.ts'
it('speed', async () => {
  const test = await createPaymentsApp((s) => s, 10)
  const tenant = await test.tenant()
  const invoices = []
  for (let i = 0; i < 16; i++) invoices.push(await tenant.run((ctx) => anOpenInvoice(ctx, '100000.00')))
  const N = 400
  let queries = 0
  const exec = (test.app.db as any).getExecutor()
  void exec
  const run = async (k: number) => {
    for (let i = k; i < N; i += 16) {
      const inv = invoices[k]!
      await payInvoice(tenant.steps(portalOf(test.app, inv.customer.id)), { invoiceId: inv.invoiceId, optionId: 'sandbox-card', body: cardForm('1.00') })
    }
  }
  await run(0)
  const t0 = performance.now(); const c0 = process.cpuUsage()
  await Promise.all(Array.from({ length: 16 }, (_, k) => run(k)))
  const dt = performance.now() - t0; const c = process.cpuUsage(c0)
  console.error(`payments/s ${(N / dt * 1000).toFixed(1)} cpu ms each ${((c.user + c.system) / 1000 / N).toFixed(2)} queries ${queries}`)
  await test.close()
  for (const pool of [2]) {
    const small = await createPaymentsApp((s) => s, pool)
    const t = await small.tenant()
    const inv = await t.run((ctx) => anOpenInvoice(ctx, '100.00'))
    const s0 = performance.now()
    await payInvoice(t.steps(portalOf(small.app, inv.customer.id)), { invoiceId: inv.invoiceId, optionId: 'sandbox-card', body: cardForm('1.00') })
    const alone = performance.now() - s0
    const times: number[] = []
    const results = await Promise.allSettled(Array.from({ length: 64 }, async () => { const a = performance.now(); await payInvoice(t.steps(portalOf(small.app, inv.customer.id)), { invoiceId: inv.invoiceId, optionId: 'sandbox-card', body: cardForm('1.00') }); times.push(performance.now() - a) }))
    console.error(`pool ${pool}: alone ${alone.toFixed(0)} slowest ${Math.max(...times).toFixed(0)} errors ${results.filter((r) => r.status === 'rejected').length}`, await standingOf(t, inv.invoiceId))
    await small.close()
  }
  expect(1).toBe(1)
}, 120_000)
