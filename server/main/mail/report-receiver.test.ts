import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailReport, mailReport } from '../../../testing/mail-reports/mail-reports.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import { updateCustomer } from '../../rooms/customers/index.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { addressRecords } from '../../rooms/email-addresses/index.ts'
import { emailAddressesRegistry } from '../../rooms/email-addresses/registry.ts'
import { readReportsOf } from '../../rooms/email-addresses/testing.ts'
import { type ReportReceiver, startReportReceiver } from './report-receiver.ts'

const DOMAIN = 'bounces.quittance.test'
const test = setUpTestApp({ env: { BOUNCE_DOMAIN: DOMAIN } })
const tenant = setUp(() => test.tenant())
let receiver: ReportReceiver
beforeAll(async () => {
  receiver = await startReportReceiver(test.app, 0, '127.0.0.1')
})
afterAll(() => receiver.stop())

/** Hands a message over by SMTP as a mail server does, with an empty sender. */
async function send(raw: Buffer | string, ...to: string[]): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: receiver.port,
    secure: false,
    ignoreTLS: true,
  })
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw })
  } finally {
    transport.close()
  }
}

let customers = 0
/** A customer to whom an email went, with its return path. */
async function written() {
  const address = `pay${++customers}@harbor.example`
  const customer = await tenant.run((ctx) => aCustomer(ctx, { email: address }))
  const { mailId, returnPath } = await tenant.run(async (ctx) => {
    const mailId = await queueMail(ctx, {
      kind: 'customers.test',
      to: address,
      fromName: 'Brightwater',
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      related: { type: 'customer', id: customer.id },
    })
    await ctx.db.updateTable('mail_messages').set({ status: 'sent' }).where('id', '=', mailId).execute()
    return { mailId, returnPath: await addressRecords.issueReturnPath(ctx, { id: mailId, to: address }) }
  })
  return { address, customer: customer.id, mailId, returnPath: returnPath! }
}
type Written = Awaited<ReturnType<typeof written>>

const report = (name: MailReport, { address, returnPath }: Written) =>
  send(mailReport(name, address), returnPath)
const readAll = () => readReportsOf(tenant)

const marksOf = (address: string) =>
  tenant.run((ctx) =>
    ctx.db
      .selectFrom('email_address_marks')
      .select(['kind', 'reason'])
      .where('account_id', '=', ctx.accountId)
      .where('address', '=', address)
      .execute(),
  )
const entriesOf = (customer: string) =>
  tenant.run(async (ctx) => {
    const entries = await ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('account_id', '=', ctx.accountId)
      .where('object_id', '=', customer)
      .where('action', 'like', 'mail.%')
      .orderBy('id')
      .execute()
    return entries.map(({ action }) => action)
  })
const statusOf = (mailId: string) =>
  tenant.run(async (ctx) => {
    const row = await ctx.db
      .selectFrom('mail_messages')
      .select('status')
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow()
    return row.status
  })
const tasksOf = (customer: string) =>
  tenant.run(async (ctx) => {
    const tasks = await ctx.db
      .selectFrom('tasks')
      .select('title')
      .where('account_id', '=', ctx.accountId)
      .where('customer_id', '=', customer)
      .execute()
    return tasks.map(({ title }) => title)
  })
const waiting = () => tenant.run((ctx) => ctx.db.selectFrom('received_reports').select('id').execute())

describe('a report', () => {
  it.each(['postfix-unknown-user', 'exchange-not-found', 'gmail-no-such-user', 'ses-bounce'] as const)(
    '%s marks the address as bounced and the email as failed',
    async (name) => {
      const mail = await written()
      await report(name, mail)
      await readAll()
      expect(await marksOf(mail.address)).toEqual([
        { kind: 'bounced', reason: expect.stringContaining('5.1.1') },
      ])
      expect(await entriesOf(mail.customer)).toEqual(['mail.bounce'])
      expect(await statusOf(mail.mailId)).toBe('failed')
      expect(await waiting()).toEqual([])
    },
  )

  it('of abuse marks the address as complained', async () => {
    const mail = await written()
    await report('ses-complaint', mail)
    await readAll()
    expect(await marksOf(mail.address)).toEqual([{ kind: 'complained', reason: '' }])
    expect(await entriesOf(mail.customer)).toEqual(['mail.complain'])
    expect(await tasksOf(mail.customer)).toEqual(['Ask how they want to be reached'])
    expect(await statusOf(mail.mailId)).toBe('sent')
  })

  it('of a policy says that the email did not arrive, and marks nothing', async () => {
    const mail = await written()
    await report('exchange-spam-policy', mail)
    await readAll()
    expect(await marksOf(mail.address)).toEqual([])
    expect(await entriesOf(mail.customer)).toEqual(['mail.fail'])
    expect(await tasksOf(mail.customer)).toEqual(['Check why emails don’t arrive'])
    expect(await statusOf(mail.mailId)).toBe('failed')
  })

  it.each(['postfix-delayed', 'out-of-office'] as const)('%s marks nothing', async (name) => {
    const mail = await written()
    await report(name, mail)
    await readAll()
    expect(await marksOf(mail.address)).toEqual([])
    expect(await entriesOf(mail.customer)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('that arrives many times at once counts once', async () => {
    const mail = await written()
    await Promise.all(Array.from({ length: 8 }, () => report('gmail-no-such-user', mail)))
    expect(await waiting()).toHaveLength(8)
    await Promise.all([readAll(), readAll(), readAll()])
    expect(await marksOf(mail.address)).toHaveLength(1)
    expect(await entriesOf(mail.customer)).toEqual(['mail.bounce'])
    expect(await waiting()).toEqual([])
  })

  it('that arrives again after a person used the address again changes nothing', async () => {
    const mail = await written()
    await report('ses-bounce', mail)
    await readAll()
    await tenant.run((ctx) =>
      ctx.db.deleteFrom('email_address_marks').where('address', '=', mail.address).execute(),
    )
    await report('ses-bounce', mail)
    await readAll()
    expect(await marksOf(mail.address)).toEqual([])
  })

  it('marks the address that it was sent to, not the one that the customer has now', async () => {
    const mail = await written()
    await tenant.run((ctx) => updateCustomer(ctx, mail.customer, { email: 'new@harbor.example' }))
    await report('ses-bounce', mail)
    await readAll()
    expect(await marksOf(mail.address)).toHaveLength(1)
    expect(await marksOf('new@harbor.example')).toEqual([])
  })
})

describe('the receiver', () => {
  it.each([
    ['a token that was never issued', `bounce+${'0'.repeat(40)}@${DOMAIN}`],
    ['another mailbox', `postmaster@${DOMAIN}`],
    ['another domain', `bounce+${'0'.repeat(40)}@elsewhere.test`],
    ['a token with more behind it', `bounce+${'0'.repeat(41)}@${DOMAIN}`],
  ])('refuses %s', async (_, to) => {
    await expect(send(mailReport('ses-bounce'), to)).rejects.toMatchObject({ responseCode: 550 })
    expect(await waiting()).toEqual([])
  })

  it('refuses the token of an unsubscribe link, and one of another domain', async () => {
    const { returnPath } = await written()
    await expect(send('x', returnPath.replace(DOMAIN, 'elsewhere.test'))).rejects.toMatchObject({
      responseCode: 550,
    })
  })

  it('takes a return path in any case', async () => {
    const mail = await written()
    await send(mailReport('ses-bounce', mail.address), mail.returnPath.toUpperCase())
    await readAll()
    expect(await marksOf(mail.address)).toHaveLength(1)
  })

  it('refuses a message that is too large, and stores nothing of it', async () => {
    const { returnPath } = await written()
    await expect(
      send(`Subject: x\r\n\r\n${'x'.repeat(78)}\r\n`.repeat(70_000), returnPath),
    ).rejects.toMatchObject({
      responseCode: 552,
    })
    expect(await waiting()).toEqual([])
  })

  it('deletes what is no report', async () => {
    const mail = await written()
    for (const raw of [
      '',
      'hello',
      'Content-Type: multipart/report; boundary=x\r\n\r\n--x',
      '\0\xff\r\n.\r\n',
    ])
      await send(raw, mail.returnPath)
    await readAll()
    expect(await marksOf(mail.address)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('has acknowledged only what is stored with its job, so that a crash before reading loses nothing', async () => {
    const mail = await written()
    await report('postfix-unknown-user', mail)
    const [{ id } = { id: '' }] = await waiting()
    const [job] = emailAddressesRegistry.jobs
    const read = () => job!.runUnitOfWork!(tenant.uow({ kind: 'system', job: 'test' }), { reportId: id })
    const jobs = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('pgboss.job' as never)
        .select(['data'] as never)
        .execute(),
    )
    expect(jobs.filter((one) => JSON.stringify(one).includes(id))).toHaveLength(1)
    await read()
    await read()
    expect(await entriesOf(mail.customer)).toEqual(['mail.bounce'])
  })
})
