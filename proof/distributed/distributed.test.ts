import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../server/main/commands/verify-books.ts'
import { distributeDatabase } from '../../server/main/distribution/distribute-database.ts'
import { unitOfWork } from '../../server/platform/context.ts'
import { queueMail } from '../../server/platform/mail/outbox.ts'
import { updateSettings } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import {
  addressRecords,
  findReportLink,
  readMarks,
  storeReport,
} from '../../server/rooms/email-addresses/index.ts'
import {
  anUnsubscribeToken,
  readReportsOf,
  useAddressAgain,
} from '../../server/rooms/email-addresses/testing.ts'
import { imported } from '../../server/rooms/imports/testing.ts'
import { anOpenInvoice, cardForm, runDueSchedules } from '../../server/rooms/payments/testing.ts'
import {
  aFlow,
  aPlannedReminder,
  changeText,
  decisionsOf,
  listSent,
  listUpcoming,
  putBack,
  readRehearsal,
  rehearse,
  remindersOf,
  sendDueOf,
  sendNow,
  showPlanned,
  showRehearsed,
  skipPlanned,
} from '../../server/rooms/reminders/testing.ts'
import {
  countTasks,
  finishTask,
  listTasks,
  reopenTask,
  tasksOf,
} from '../../server/rooms/worklist/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { mailReport } from '../../testing/mail-reports/mail-reports.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const PASSWORD = 'seven harbours at dusk'
const MOVED_UNDER = 40
const MAIL = {
  kind: 'customers.test',
  fromName: 'Brightwater',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
} as const

interface Pk {
  readonly pk: string
}

const test = setUpTestServer({ pool: 20, env: { BOUNCE_DOMAIN: 'bounces.spread.test' } })
let owner: pg.Client
let company: HttpCompany

beforeAll(async () => {
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  company = await anHttpCompany(test, `spread-${randomUUID().slice(0, 8)}`)
})
afterAll(() => owner.end())

/** Calls a path of the company as its owner. Throws the answer when it isn't a success. */
async function ask<Body = Pk>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
  const answer = await callApi<Body>(test.server, {
    method,
    path: `/api/accounts/${company.accountId}/${path}`,
    token: company.token,
    ...(body && { body }),
  })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The node on which the account's rows are, by its port, with the shard that holds them. */
async function placeOfAccount(): Promise<{ shard: string; port: number }> {
  const { rows } = await owner.query<{ shard: string; port: number }>(
    `select s.shardid as shard, s.nodeport as port from citus_shards s
     where s.table_name = 'payments'::regclass and s.shardid = get_shard_id_for_distribution_column('payments', $1::uuid)`,
    [company.accountId],
  )
  return rows[0]!
}

describe('a database over three nodes', () => {
  it('says what it distributed, and does nothing the second time', async () => {
    const said: string[] = []
    const second = new pg.Client(test.ownerConfig)
    await second.connect()
    await distributeDatabase(second, (line) => said.push(line))
    await second.end()
    expect(said).toContain('All tables are distributed already.')
    const { rows } = await owner.query<{ type: string; tables: number }>(
      'select citus_table_type as type, count(*)::int as tables from citus_tables group by 1 order by 1',
    )
    expect(rows.map(({ type }) => type)).toEqual(['distributed', 'local', 'reference'])
    expect(rows[0]!.tables).toBeGreaterThan(50)
  })

  it('signs a person up', async () => {
    const email = `new-${randomUUID()}@spread.test`
    const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Nora', last_name: 'New' }
    const answer = await callApi<{ account: Pk }>(test.server, {
      method: 'POST',
      path: '/api/profile/signup/',
      body: person,
    })
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  })

  it('invoices, is paid, refunds, and shows all of it', async () => {
    const customer = await ask('POST', 'customers/', { short_name: 'Harbour Bakery', email: 'b@spread.test' })
    const draft = await ask('POST', 'invoices/', {
      customer: customer.pk,
      invoice_date: '2026-11-20',
      terms: 'net_30',
      lines: [{ description: 'Flour', detail: '', quantity: '2', unit_price: '40.00' }],
    })
    await ask('POST', `invoices/${draft.pk}/send/`, { request_id: randomUUID() })
    const paid = await company.linked('80.00')
    const answer = await company.payer(
      'POST',
      `${paid.invoiceId}/payment-options/sandbox-card/`,
      paid.session,
      cardForm('80.00', { request_id: randomUUID() }),
    )
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
    const refund = await company.staff('POST', `${answer.body.id}/refund/`, {
      total: '30.00',
      total_currency: 'USD',
      reason: 'Damaged',
      request_id: randomUUID(),
    })
    expect({ status: refund.status, body: refund.body }).toMatchObject({ status: 200 })
    const board = await ask<{ counts: { invoices: number }; latest_payments: Pk[] }>('GET', 'dashboard/')
    expect(board.counts.invoices).toBe(2)
    expect(board.latest_payments).toHaveLength(1)
    const found = await ask<{ results: Pk[] }>('GET', 'search/?q=harbour')
    expect(found.results.length).toBeGreaterThan(0)
  })

  it('imports customers and partly paid invoices', async () => {
    const tenant = await test.tenant()
    const customers = await imported(tenant, 'customers', 'short_name,email\nQuay Stores,quay@spread.test\n')
    expect(customers).toMatchObject({ status: 'done' })
    const rows = Array.from({ length: 50 }, (_, at) => `S-${at},Quay Stores,2026-11-01,Net 30,50.00,20.00`)
    const columns = 'number,customer_name,invoice_date,terms,total,amount_paid'
    const invoices = await imported(tenant, 'invoices', [columns, ...rows].join('\n'))
    expect(invoices).toMatchObject({ status: 'done' })
    expect((await tenant.run(verifyBooks)).differences).toEqual([])
  })

  it('reminds of a due invoice once, and says what comes next', async () => {
    const tenant = await test.tenant()
    await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
    await tenant.run((ctx) =>
      aFlow(ctx, [{ offset_days: 0 }, { offset_days: 5, repeat_days: 7, repeat_times: 2 }]),
    )
    const customer = await tenant.run((ctx) => aCustomer(ctx, { email: 'late@spread.test' }))
    const { invoiceId } = await tenant.run((ctx) => anOpenInvoice(ctx, '75.00', customer, '2026-11-20'))
    for (let times = 0; times < 2; times++) await sendDueOf(tenant)
    expect(await decisionsOf(tenant, invoiceId)).toEqual(['Day 0: sent'])
    expect(await remindersOf(tenant)).toHaveLength(1)
    const { results } = await tenant.run(listUpcoming)
    expect(results.map(({ day }) => day)).toEqual(['2026-11-25', '2026-12-02', '2026-12-09'])
  })

  it('reads the report of a mail server, and marks the address until a person uses it again', async () => {
    const tenant = await test.tenant()
    const customer = await tenant.run((ctx) => aCustomer(ctx, { email: 'gone@spread.test' }))
    const related = { type: 'customer', id: customer.id }
    const mailId = await tenant.run((ctx) => queueMail(ctx, { ...MAIL, to: 'gone@spread.test', related }))
    const path = await tenant.run((ctx) =>
      addressRecords.issueReturnPath(ctx, { id: mailId, to: 'gone@spread.test' }),
    )
    const link = await findReportLink(test.app, path!)
    await storeReport(test.app, link!, mailReport('postfix-unknown-user', 'gone@spread.test'))
    await readReportsOf(tenant)
    const kinds = () =>
      tenant.run(async (ctx) => (await readMarks(ctx, ['gone@spread.test']))('gone@spread.test'))
    expect(await kinds()).toBe('bounced')
    expect(await tasksOf(tenant)).toHaveLength(1)
    await tenant.run((ctx) => useAddressAgain(ctx, customer.id, 'gone@spread.test'))
    expect(await kinds()).toBeNull()
  })

  it('unsubscribes an address by its link, and lets reminders come again', async () => {
    const token = await company.run((ctx) => anUnsubscribeToken(ctx, 'reader@spread.test'))
    const change = (unsubscribed: boolean) =>
      callApi(test.server, { method: 'PUT', path: '/api/unsubscribe/', body: { token, unsubscribed } })
    expect(await change(true)).toMatchObject({ status: 200, body: { unsubscribed: true } })
    expect(await change(false)).toMatchObject({ status: 200, body: { unsubscribed: false } })
  })

  it('opens a task by a step of a flow, which is done and opened again', async () => {
    const tenant = await test.tenant()
    await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
    await tenant.run((ctx) => aFlow(ctx, [{ offset_days: 0, kind: 'task', text: 'Call them' }]))
    const customer = await tenant.run((ctx) => aCustomer(ctx))
    await tenant.run((ctx) => anOpenInvoice(ctx, '75.00', customer, '2026-11-20'))
    await sendDueOf(tenant)
    const list = () =>
      tenant.run((ctx) =>
        listTasks(ctx, { page: 1, page_size: 10, view: 'open', assignee: 'everyone', customer: customer.id }),
      )
    const [task] = (await list()).results
    await tenant.run((ctx) => finishTask(ctx, task!.pk, 'They pay on Friday'))
    expect((await list()).results).toEqual([])
    await tenant.run((ctx) => reopenTask(ctx, task!.pk))
    expect((await list()).results).toHaveLength(1)
    expect(await tenant.run(countTasks)).toEqual({ due: 1 })
  })

  it('rehearses a flow, and shows what it would send', async () => {
    const tenant = await test.tenant()
    const { flow, message } = await rehearse(tenant)
    const shown = await tenant.run((ctx) => showRehearsed(ctx, flow, message))
    expect(shown.subject).not.toBe('')
    expect(await tenant.run((ctx) => readRehearsal(ctx, flow))).toMatchObject({
      rehearsal: { state: 'done' },
    })
  })

  it('previews, rewords and sends one planned reminder, and skips another', async () => {
    const own = { subject: 'Please pay', body: 'By Friday.' }
    const tenant = await test.tenant()
    const sent = await tenant.run(aPlannedReminder)
    const skipped = await tenant.run(aPlannedReminder)
    await tenant.run((ctx) => changeText(ctx, { ...sent, text: own }))
    expect(await tenant.run((ctx) => showPlanned(ctx, sent))).toMatchObject({ subject: own.subject })
    await tenant.run((ctx) => sendNow(ctx, sent))
    await tenant.run((ctx) => skipPlanned(ctx, skipped))
    await tenant.run((ctx) => putBack(ctx, skipped))
    const listed = await tenant.run((ctx) => listSent(ctx, { page: 1, page_size: 10 }))
    expect(listed.results.map(({ subject }) => subject)).toEqual([own.subject])
  })

  it('reconciles with the processor and leaves sound books', async () => {
    const actor = { kind: 'system', job: 'proof' } as const
    const caller = { requestId: 'proof', ip: null }
    const uow = () => unitOfWork(test.app, caller, actor, company.accountId)
    await runDueSchedules({ uow, run: company.run })
    const { rows } = await owner.query('select failure from payment_reconciliations where account_id = $1', [
      company.accountId,
    ])
    expect(rows).toEqual([{ failure: null }])
    const { differences, entries } = await company.run(verifyBooks)
    expect(differences).toEqual([])
    expect(entries).toBeGreaterThan(3)
  })

  it('takes payments while the account moves to another node', async () => {
    const invoices = []
    for (let at = 0; at < MOVED_UNDER; at++) invoices.push(await company.linked('10.00'))
    const from = await placeOfAccount()
    const { rows } = await owner.query<{ port: number }>(
      'select nodeport as port from pg_dist_node where groupid > 0 and nodeport <> $1 limit 1',
      [from.port],
    )
    const to = rows[0]!.port
    const waiting = [...invoices]
    const statuses: number[] = []
    const payOne = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const form = cardForm('10.00', { request_id: randomUUID() })
        const path = `${next.invoiceId}/payment-options/sandbox-card/`
        statuses.push((await company.payer('POST', path, next.session, form)).status)
      }
    }
    const moving = owner.query("select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)", [
      from.shard,
      from.port,
      to,
    ])
    await Promise.all([moving, payOne(), payOne(), payOne()])
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await placeOfAccount()).toMatchObject({ port: to })
    const { differences } = await company.run(verifyBooks)
    expect(differences).toEqual([])
  })
})
