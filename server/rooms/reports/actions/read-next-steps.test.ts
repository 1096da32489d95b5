import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { aDraft, anOpenInvoice, settle } from '../../invoices/testing.ts'
import { openTask } from '../../worklist/index.ts'
import { aDoneTask, aTask, createTask } from '../../worklist/testing.ts'
import { readNextSteps } from './read-next-steps.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('counts what waits today by kind, leaves out what does not, and sees no other company', async () => {
  expect(await tenant.run(readNextSteps)).toEqual({ steps: [] })
  await tenant.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx)
    await aTask(ctx, customer)
    await aDoneTask(ctx, customer)
    const later = { title: 'Later', note: '', customer, invoices: [], due_on: '2999-01-01', assignee: null }
    await createTask(ctx, later)
    for (const key of ['a', 'b'])
      await openTask(ctx, {
        ...{ key, kind: 'failed_charge', customerId: customer, title: 'Charge failed', reason: '' },
        endsWhenSettled: false,
      })
    await aDraft(ctx, { customer, amount: '40.00' })
  })
  expect(await tenant.run(readNextSteps)).toEqual({
    steps: [
      { kind: 'failed_charges', count: 2, names: ['Harbor Foods'], more_names: false, amounts: [] },
      { kind: 'other_tasks', count: 1, names: ['Harbor Foods'], more_names: false, amounts: [] },
      {
        kind: 'drafts',
        count: 1,
        names: ['Harbor Foods'],
        more_names: false,
        amounts: [{ currency: 'USD', amount: '40.00' }],
      },
    ],
  })
  const other = await test.tenant()
  expect(await other.run(readNextSteps)).toEqual({ steps: [] })
})

it('names the first three customers, the longest waiting first', async () => {
  const mine = await test.tenant()
  await mine.run(async (ctx) => {
    for (const [name, due_on] of [
      ['Dune', '2026-11-13'],
      ['Alder', '2026-11-10'],
      ['Birch', '2026-11-11'],
      ['Cedar', '2026-11-12'],
    ] as const) {
      const { id: customer } = await aCustomer(ctx, { shortName: name })
      for (const title of ['Call', 'Call again'])
        await createTask(ctx, { title, note: '', customer, invoices: [], due_on, assignee: null })
    }
  })
  expect(await mine.run(readNextSteps)).toEqual({
    steps: [
      { kind: 'other_tasks', count: 8, names: ['Alder', 'Birch', 'Cedar'], more_names: true, amounts: [] },
    ],
  })
})

it('says what the invoices of the tasks still owe, each once, by currency, the own one first', async () => {
  const mine = await test.tenant()
  await mine.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx)
    const { id: kissa } = await aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' })
    const part = await anOpenInvoice(ctx, { customer, amount: '100.00' })
    const other = await anOpenInvoice(ctx, { customer, amount: '25.00' })
    const yen = await anOpenInvoice(ctx, { customer: kissa, amount: '7000' })
    await aTask(ctx, customer, { invoices: [part.id, other.id] })
    await aTask(ctx, customer, { invoices: [part.id] })
    await aTask(ctx, kissa, { invoices: [yen.id] })
    await openTask(ctx, {
      ...{ key: 'refused', kind: 'refused_address', customerId: kissa, title: 'Fix', reason: '' },
      endsWhenSettled: false,
    })
    await settle(ctx, part, 3000n)
  })
  const { steps } = await mine.run(readNextSteps)
  expect(steps.map(({ kind, amounts }) => [kind, amounts])).toEqual([
    ['refused_addresses', [{ currency: 'JPY', amount: '7000' }]],
    [
      'other_tasks',
      [
        { currency: 'USD', amount: '95.00' },
        { currency: 'JPY', amount: '7000' },
      ],
    ],
  ])
})
