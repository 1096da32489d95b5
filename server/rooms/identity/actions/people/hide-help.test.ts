import { expect, it } from 'vitest'
import { help } from '../../../../../contract/lists/help.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { inTransaction } from '../../../../platform/context.ts'
import { hideHelp, readHelp } from './hide-help.ts'

const test = setUpTestApp()

it('hides a note from one person, once, and shows it again', async () => {
  const [one, other] = [await test.tenant(), await test.tenant()]
  const as = <Result>(
    tenant: typeof one,
    work: (ctx: Parameters<Parameters<typeof inTransaction>[3]>[0]) => Promise<Result>,
  ) => inTransaction(test.app, { requestId: 'test', ip: null }, { ...tenant.owner, role: null }, work)
  await as(one, (ctx) => hideHelp(ctx, { topic: 'payouts', hidden: true }))
  await as(one, (ctx) => hideHelp(ctx, { topic: 'payouts', hidden: true }))
  expect(await as(one, (ctx) => hideHelp(ctx, { topic: 'late_fees', hidden: true }))).toEqual({
    hidden: ['late_fees', 'payouts'],
  })
  expect(await as(other, readHelp)).toEqual({ hidden: [] })
  expect(await as(one, (ctx) => hideHelp(ctx, { topic: 'payouts', hidden: false }))).toEqual({
    hidden: ['late_fees'],
  })
})

it('takes no topic that does not exist', () => {
  expect(help.change.body.safeParse({ topic: 'taxes', hidden: true }).success).toBe(false)
})
