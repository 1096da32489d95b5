import { beforeEach, expect, it } from 'vitest'
import { accounting } from '../../../../../contract/accounting/accounting.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { closeConflict, openConflict } from '../../store/conflicts.ts'
import { anEndedSandbox } from '../../testing.ts'
import { exportConflicts } from './export-conflicts.ts'
import { listConflicts } from './list-conflicts.ts'

const test = setUpTestApp()
let tenant: Tenant

const SUBJECTS = { Older: 'invoice', Newer: 'customer', Latest: 'invoice' } as const

/** Three differences, opened on the 18th, on the 20th late in the evening of New York, and on the 22nd. */
beforeEach(async () => {
  tenant = await test.tenant()
  const connectionId = await tenant.run(anEndedSandbox)
  for (const [title, at] of [
    ['Older', '2026-11-18T15:00:00Z'],
    ['Newer', '2026-11-21T04:30:00Z'],
    ['Latest', '2026-11-22T15:00:00Z'],
  ] as const) {
    test.clock.set(at)
    const subject = { type: SUBJECTS[title], id: null }
    await tenant.run((ctx) =>
      openConflict(ctx, {
        connectionId,
        cause: title,
        kind: 'not_read',
        subject,
        title,
        ours: [],
        theirs: [],
      }),
    )
  }
})

const listed = (query: Record<string, string> = {}) =>
  tenant.run((ctx) => listConflicts(ctx, accounting.listConflicts.query.parse(query)))
const titles = async (query?: Record<string, string>) =>
  (await listed(query)).results.map(({ title }) => title).join(' ')

it('sorts differences by their first day, and filters them by day and record', async () => {
  expect(await titles()).toBe('Latest Newer Older')
  expect(await titles({ order_by: 'opened' })).toBe('Older Newer Latest')
  expect(await titles({ filter_record: 'invoice' })).toBe('Latest Older')
  expect(await titles({ exclude_record: 'invoice' })).toBe('Newer')
  expect(await titles({ filter_opened: '2026-11-20' })).toBe('Newer')
  expect(await titles({ filter_opened_gt: '2026-11-20' })).toBe('Latest')
  expect(await listed({ filter_record: 'payment' })).toMatchObject({ count: 0 })
})

it('sorts and filters closed ones by the day of the decision', async () => {
  for (const title of ['Latest', 'Older']) {
    const { pk } = (await listed()).results.find((one) => one.title === title)!
    await tenant.run((ctx) => closeConflict(ctx, pk, 'settled'))
    test.clock.advance(DAY_MS)
  }
  expect(await titles({ state: 'closed' })).toBe('Latest Older')
  expect(await titles({ state: 'closed', order_by: '-closed' })).toBe('Older Latest')
  expect(await titles({ state: 'closed', filter_closed_lte: '2026-11-22' })).toBe('Latest')
})

it('exports what the list shows, in its order', async () => {
  const body = accounting.exportConflicts.body.parse({ order_by: 'opened', filter_record: 'invoice' })
  const rows = await rowsOfExport(exportConflicts(tenant.uow(), body))
  expect(rows.map(({ Difference }) => Difference)).toEqual(['Older', 'Latest'])
})

it('refuses other columns and days that do not exist', () => {
  for (const wrong of [{ order_by: 'title' }, { filter_opened: '2026-02-30' }, { filter_title: 'x' }])
    expect(accounting.listConflicts.query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})
