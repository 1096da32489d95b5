import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileInParts } from '../../../../../contract/route.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { type Actor, nextId, unitOfWork } from '../../../../platform/context.ts'
import { admitDownload } from '../../../documents/index.ts'
import { invoicesSchedules } from '../../jobs.ts'
import { anInvoiceRun, anOpenInvoice } from '../../testing.ts'
import { cancelRun } from './cancel-run.ts'
import { downloadRunPdfs } from './download-run-pdfs.ts'
import { drawNext } from './draw-next.ts'
import { listRuns } from './list-runs.ts'
import { performRun } from './perform-run.ts'
import { startRun } from './start-run.ts'
import { zipInvoicePdfs } from './zip-pdfs.ts'

const test = setUpTestApp()
let tenant: Tenant
beforeEach(async () => {
  tenant = await test.tenant()
})

const [deleting] = invoicesSchedules
const system = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, tenant.accountId)

async function someInvoices(...numbers: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers) ids.push((await tenant.run((ctx) => anOpenInvoice(ctx, { number }))).id)
  return ids
}

const start = async (invoices: string[], who: Actor = tenant.owner) =>
  (
    await tenant.run(
      (ctx) => startRun(ctx, { action: 'pdfs', invoices, note: '', request_id: nextId(ctx) }),
      who,
    )
  ).pk

async function filesOf({ parts }: FileInParts): Promise<Record<string, Uint8Array>> {
  const bytes: Uint8Array[] = []
  for await (const part of parts) bytes.push(part)
  return unzipSync(Buffer.concat(bytes))
}

const last = async () => (await tenant.run(listRuns)).runs[0]!
const keptPdfs = () =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('invoice_run_pdfs').select('name').where('account_id', '=', ctx.accountId).execute(),
  )

describe('the PDFs of many invoices as one archive', () => {
  it('have distinct names and count as one download', async () => {
    const invoices = await someInvoices('A/1', 'A-1')
    for (let at = 0; at < 119; at += 1) await admitDownload(tenant.uow())
    const file = await zipInvoicePdfs(tenant.uow(), { invoices })
    expect(file.name).toMatch(/^Invoices \d{4}-\d\d-\d\d\.zip$/)
    const files = await filesOf(file)
    expect(Object.keys(files)).toEqual(['Invoice A-1.pdf', 'Invoice A-1 (2).pdf'])
    for (const pdf of Object.values(files)) expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(zipInvoicePdfs(tenant.uow(), { invoices })).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('are drawn by a run that goes on after an interruption, and kept for a day', async () => {
    const invoices = await someInvoices('INV-7001', 'INV-7002', 'INV-7003')
    const run = await start(invoices)
    await expect(downloadRunPdfs(tenant.uow(), run)).rejects.toMatchObject({
      code: 'wrong_state',
      detail: 'These PDFs are not ready yet.',
    })
    expect(await drawNext(tenant.uow(), run)).toBe(true)
    expect(await last()).toMatchObject({ action: 'pdfs', state: 'running', done: 1, total: 3 })
    // Two workers draw the rest, each invoice once.
    await Promise.all([performRun(system(), run), performRun(system(), run)])
    expect(await last()).toMatchObject({ state: 'done', done: 3, left_out_count: 0 })
    expect(Object.keys(await filesOf(await downloadRunPdfs(tenant.uow(), run)))).toEqual(
      [1, 2, 3].map((n) => `Invoice INV-700${n}.pdf`),
    )

    expect(await deleting!.nextDue(system())).toBe(Date.parse((await last()).kept_until!))
    await deleting!.run(system())
    expect(await keptPdfs()).toHaveLength(3)
    test.clock.advance(DAY_MS)
    await deleting!.run(system())
    expect(await keptPdfs()).toEqual([])
    expect(await deleting!.nextDue(system())).toBeNull()
    await expect(downloadRunPdfs(tenant.uow(), run)).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('can be downloaded as far as they were drawn when the run is stopped', async () => {
    const invoices = await someInvoices('INV-7101', 'INV-7102')
    const run = await start(invoices)
    await drawNext(tenant.uow(), run)
    await tenant.run((ctx) => cancelRun(ctx, run))
    expect(await drawNext(tenant.uow(), run)).toBe(false)
    expect(Object.keys(await filesOf(await downloadRunPdfs(tenant.uow(), run)))).toEqual([
      'Invoice INV-7101.pdf',
    ])
    const empty = await start(invoices)
    await tenant.run((ctx) => cancelRun(ctx, empty))
    await expect(downloadRunPdfs(tenant.uow(), empty)).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('end a run that waits longer than a day', async () => {
    const run = await start(await someInvoices('INV-7201'))
    test.clock.advance(DAY_MS)
    await deleting!.run(system())
    await performRun(system(), run)
    expect(await keptPdfs()).toEqual([])
    const row = await tenant.run((ctx) =>
      ctx.db.selectFrom('invoice_runs').selectAll().where('id', '=', run).executeTakeFirstOrThrow(),
    )
    expect(row).toMatchObject({ state: 'failed', kept_until: null })
  })

  it('are refused to strangers, viewers, for more than 500 invoices and for another action', async () => {
    const invoices = await someInvoices('INV-7301')
    const run = await start(invoices)
    const stranger = await test.tenant()
    const sent = await tenant.run((ctx) => anInvoiceRun(ctx, invoices[0]!))
    await expect(downloadRunPdfs(stranger.uow(), run)).rejects.toMatchObject({ code: 'not_found' })
    await expect(downloadRunPdfs(tenant.uow(), sent)).rejects.toMatchObject({ code: 'not_found' })
    await expect(start(invoices, { ...tenant.owner, role: 'viewer' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    const tooMany = Array.from({ length: 501 }, () => crypto.randomUUID())
    const most = 'You can choose at most 500 invoices at once. Narrow the list first.'
    await expect(start(tooMany)).rejects.toMatchObject({ code: 'wrong_state', detail: most })
    await expect(zipInvoicePdfs(tenant.uow(), { invoices: tooMany })).rejects.toMatchObject({ detail: most })
  })
})
