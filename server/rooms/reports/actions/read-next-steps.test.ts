import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { aDraft } from '../../invoices/testing.ts'
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
    await aDraft(ctx, { customer })
  })
  expect(await tenant.run(readNextSteps)).toEqual({
    steps: [
      { kind: 'failed_charges', count: 2 },
      { kind: 'other_tasks', count: 1 },
      { kind: 'drafts', count: 1 },
    ],
  })
  const other = await test.tenant()
  expect(await other.run(readNextSteps)).toEqual({ steps: [] })
})
