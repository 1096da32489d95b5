import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { imports } from '../../../../contract/imports.ts'
import { DAY_MS, HOUR_MS } from '../../../../domain/dates/durations.ts'
import {
  IMPORTED_DAYS,
  MAX_KEPT_MB,
  MAX_REASONS,
  UNUSED_DAYS,
} from '../../../../domain/parsing/import-retention.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { runSchedules } from '../../../main/schedules.ts'
import { anUpload, checked, imported, rejectedCsv, rowsOf } from '../testing.ts'
import { checkImport } from './check-import.ts'
import { listImports } from './list-imports.ts'
import { readImport } from './read-import.ts'
import { runImport } from './run-import.ts'

const test = setUpTestApp()
let tenant: Tenant
beforeEach(async () => {
  tenant = await test.tenant()
})

const MIXED = 'Name,Email\nGood Shop,good@people.test\n,nameless@people.test\nOther Shop,no address\n'

/** Counts the tenant's stored imports by table. */
const lying = () =>
  tenant.run(async (ctx) => {
    const count = async (table: 'import_runs' | 'import_rows' | 'stored_files') =>
      Number(
        (
          await ctx.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    return {
      runs: await count('import_runs'),
      rows: await count('import_rows'),
      files: await count('stored_files'),
    }
  })

const read = (pk: string) => tenant.run((ctx) => readImport(ctx, pk))

it('deletes a file that was never imported after seven days, with its check results', async () => {
  const upload = await anUpload(tenant, 'customers', MIXED)
  await checked(tenant, await anUpload(tenant, 'customers', MIXED))
  expect(Date.parse(upload.kept_until!) - Date.parse(upload.created)).toBe(UNUSED_DAYS * DAY_MS)
  test.clock.advance(UNUSED_DAYS * DAY_MS)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 2, rows: 3, files: 2 })
  test.clock.advance(1)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 0, rows: 0, files: 0 })
  await expect(read(upload.pk)).rejects.toMatchObject({ code: 'not_found' })
})

it('keeps only the outcome of an imported file after thirty days', async () => {
  const done = await imported(tenant, 'customers', MIXED)
  expect(done).toMatchObject({ status: 'done', written_rows: 1, outcomes: { create: 1, reject: 2 } })
  const before = await rowsOf(tenant, done)
  test.clock.advance(IMPORTED_DAYS * DAY_MS)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 1, rows: 3, files: 1 })
  test.clock.advance(1)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 1, rows: 2, files: 0 })

  const after = await read(done.pk)
  expect(after).toMatchObject({ ...done, samples: [], kept_until: null })
  // Reason and row number, without the cells.
  expect(await rowsOf(tenant, done)).toEqual(
    before.filter(({ outcome }) => outcome === 'reject').map((row) => ({ ...row, cells: [] })),
  )
  const { results } = await tenant.run((ctx) => listImports(ctx, imports.list.query.parse({})))
  expect(results.map(({ pk }) => pk)).toEqual([done.pk])

  const gone = { code: 'wrong_state' }
  await expect(rejectedCsv(tenant, done)).rejects.toMatchObject(gone)
  await expect(tenant.run((ctx) => runImport(ctx, done.pk))).rejects.toMatchObject(gone)
  const { mapping, date_order, decimal_mark } = done
  const again = tenant.run((ctx) => checkImport(ctx, done.pk, { mapping, date_order, decimal_mark }))
  await expect(again).rejects.toMatchObject(gone)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 1, rows: 2, files: 0 })
})

it('keeps an import that failed after writing like a finished one, and cannot resume it without its file', async () => {
  const upload = await checked(tenant, await anUpload(tenant, 'customers', MIXED))
  await tenant.run((ctx) =>
    ctx.db
      .updateTable('import_runs')
      .set({ status: 'failed', written_rows: 1, failure: 'It broke.' })
      .execute(),
  )
  test.clock.advance(IMPORTED_DAYS * DAY_MS)
  await runSchedules(test.app)
  expect(await lying()).toMatchObject({ runs: 1, files: 1 })
  test.clock.advance(1)
  await runSchedules(test.app)
  expect(await lying()).toMatchObject({ runs: 1, files: 0 })
  await expect(tenant.run((ctx) => runImport(ctx, upload.pk))).rejects.toMatchObject({ code: 'wrong_state' })
})

it('does not delete a running import, however long it takes', async () => {
  const upload = await checked(tenant, await anUpload(tenant, 'customers', MIXED))
  await tenant.run((ctx) => runImport(ctx, upload.pk))
  test.clock.advance(2 * IMPORTED_DAYS * DAY_MS)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 1, rows: 3, files: 1 })
})

it('keeps the first thousand of very many left-out rows', async () => {
  const rows = Array.from({ length: MAX_REASONS + 5 }, (_, at) => `,nobody-${at}@people.test`)
  const done = await imported(
    tenant,
    'customers',
    `Name,Email\nGood Shop,good@people.test\n${rows.join('\n')}\n`,
  )
  expect(done.outcomes.reject).toBe(MAX_REASONS + 5)
  test.clock.advance(IMPORTED_DAYS * DAY_MS + 1)
  await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 1, rows: MAX_REASONS, files: 0 })
  const kept = await rowsOf(tenant, done)
  expect(kept[0]).toMatchObject({ row_number: 3, outcome: 'reject' })
  expect((await read(done.pk)).outcomes.reject).toBe(MAX_REASONS + 5)
})

it('limits an account to twenty files an hour, without counting other accounts or invalid files', async () => {
  const upload = () => anUpload(tenant, 'customers', MIXED)
  for (let none = 0; none < 30; none++)
    await expect(anUpload(tenant, 'customers', '')).rejects.toMatchObject({ code: 'invalid_input' })
  const outcomes = await Promise.allSettled(Array.from({ length: 24 }, upload))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(4)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'too_many_requests' })
  await expect(upload()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 3600 })
  expect(await lying()).toMatchObject({ runs: 20, files: 20 })
  await anUpload(await test.tenant(), 'customers', MIXED)
  test.clock.advance(HOUR_MS + 1)
  await upload()
})

it("limits the storage of an account's imports, also for parallel uploads", async () => {
  // Long cells make the file much larger than its rows.
  const line = `a,${'x'.repeat(9_900)}\n`
  const file = (rows: number) => Buffer.from(`Name,Notes\n${line.repeat(rows)}`)
  const weight = (rows: number) => file(rows).length + rows * 200
  const room = MAX_KEPT_MB * 1e6
  const fit = Math.floor(room / weight(3_130))
  for (let at = 0; at < fit; at++) await anUpload(tenant, 'customers', 'Name,Notes\na,b\n')
  // Grown in the database, because reading six files of 31 MB takes long.
  await tenant.run((ctx) =>
    sql`update stored_files set bytes = convert_to(repeat('x', ${weight(3_130) - 200}::integer), 'UTF8')`.execute(
      ctx.db,
    ),
  )
  const fitBeside = Math.floor((room - fit * weight(3_130)) / weight(200))
  expect([fit, fitBeside]).toEqual([6, 5])

  const last = Array.from({ length: 10 }, () => anUpload(tenant, 'customers', file(200)))
  const outcomes = await Promise.allSettled(last)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(10 - fitBeside)
  for (const reason of refused)
    expect(reason).toMatchObject({
      code: 'invalid_input',
      fields: { file: [expect.stringMatching(/exceed your 200 MB.* after 30 days.* after 7/)] },
    })
  expect(await lying()).toMatchObject({ runs: fit + fitBeside, files: fit + fitBeside })
  await anUpload(tenant, 'customers', MIXED)

  test.clock.advance(UNUSED_DAYS * DAY_MS + 1)
  // Each run deletes five.
  for (let minute = 0; minute < 3; minute++) await runSchedules(test.app)
  expect(await lying()).toEqual({ runs: 0, rows: 0, files: 0 })
  await anUpload(tenant, 'customers', file(200))
})
