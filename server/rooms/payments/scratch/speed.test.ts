import pg from 'pg'
import { it } from 'vitest'
import { anOpenInvoice, cardForm, createSandboxApp, pay, portalOf } from '../testing.ts'

it('speed', async () => {
  const test = await createSandboxApp(10)
  const tenant = await test.tenant()
  const inv = await tenant.run((ctx) => anOpenInvoice(ctx, '100000.00'))
  const seen: string[] = []
  const original = pg.Client.prototype.query
  const go = () => pay(tenant.steps(portalOf(test.app, inv.customer.id)), inv.invoiceId, cardForm('1.00'))
  await go()
  await go()
  pg.Client.prototype.query = function (this: unknown, ...args: never[]) {
    const a = args[0] as { text?: string } | string
    seen.push(typeof a === 'string' ? a : (a.text ?? '?'))
    return (original as (...x: never[]) => unknown).apply(this, args)
  } as never
  await go()
  pg.Client.prototype.query = original
  console.error(seen.length)
  for (const s of seen) console.error('  ' + s.replace(/\s+/g, ' ').slice(0, 130))
  await test.close()
}, 120_000)
