import { randomUUID } from 'node:crypto'
import type { Server } from 'node:net'
import sharp from 'sharp'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { drawStoredDocument } from '../../rooms/documents/index.ts'
import { addressRecords } from '../../rooms/email-addresses/index.ts'
import type { UnitOfWork } from '../context.ts'
import { storeFile } from '../files.ts'
import { createDeliverMessageJob } from './deliver-message.ts'
import { mailEvents } from './mail-events.ts'
import { type MailToQueue, queueMail } from './outbox.ts'
import { createTakeUpWaiting } from './take-up-waiting.ts'
import type { OutgoingMail } from './transport/mail-transport.ts'
import { createSmtpTransport, type SmtpTransport } from './transport/transport.ts'

/** The test's own mail server, which receives the App's messages. */
let smtp: SmtpTransport
const test = setUpTestApp({
  mail: () => ({ deliver: (message: OutgoingMail) => smtp.deliver(message), close: async () => {} }),
})
const tenant = setUp(() => test.tenant())

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/**
 * Starts a real mail server on loopback and connects the App to it. `behave` is called after each message's
 * last byte.
 */
async function mailServer(behave: (count: number) => 'take' | 'cut' | number = () => 'take') {
  const received: string[] = []
  const sockets = new Set<{ destroy(): void }>()
  const onData: SMTPServerOptions['onData'] = (stream, _session, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString())
      const act = behave(received.length)
      if (act === 'cut') for (const socket of sockets) socket.destroy()
      else if (act === 'take') callback()
      else callback(Object.assign(new Error('Not now'), { responseCode: act }))
    })
  }
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], onData })
  const port = await new Promise<number>((resolve) => {
    const plain: Server = server.server
    plain.on('connection', (socket) => sockets.add(socket))
    plain.listen(0, '127.0.0.1', () => resolve((plain.address() as { port: number }).port))
  })
  smtp = createSmtpTransport(`smtp://127.0.0.1:${port}`, 'billing@quittance.example')
  const { close } = smtp
  closers.push(() => {
    void close()
    server.close()
  })
  return received
}

/** Starts a mail server that knows no recipient, and connects the App to it. */
async function mailServerThatRefuses(words: string): Promise<void> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error(words), { responseCode: 550 })),
  })
  const port = await new Promise<number>((resolve) => {
    server.server.listen(0, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port))
  })
  smtp = createSmtpTransport(`smtp://127.0.0.1:${port}`, 'billing@quittance.example')
  const { close } = smtp
  closers.push(() => {
    void close()
    server.close()
  })
}

const mail: MailToQueue = {
  kind: 'payments.receipt',
  to: 'maya@harborandpine.example',
  fromName: 'Brightwater Supply Co.',
  replyTo: 'billing@brightwater.example',
  subject: 'Receipt',
  text: 'Thank you',
  html: '<p>Thank you</p>',
}

const deliverMessageJob = createDeliverMessageJob({
  prepareAttachment: drawStoredDocument,
  checks: {},
  addresses: addressRecords,
  onFailure: [],
})
const queued = (more: Partial<MailToQueue> = {}) => tenant.run((ctx) => queueMail(ctx, { ...mail, ...more }))
const deliver = (messageId: string) =>
  deliverMessageJob.runUnitOfWork!(tenant.uow({ kind: 'system', job: 'test' }), { messageId })
const rowOf = (id: string) =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const jobsFor = async (id: string) => {
  const jobs = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('pgboss.job' as never)
      .select(['data'] as never)
      .execute(),
  )
  return jobs.filter((job) => JSON.stringify(job).includes(id)).length
}
const runSchedule = async () => {
  await createTakeUpWaiting([]).run(tenant.uow({ kind: 'system', job: 'test' }))
}
const idsOf = (received: readonly string[]) => received.map((raw) => /^Message-ID: <(.*)>\r$/im.exec(raw)![1])

describe('a message', () => {
  it('is sent once, with the company as reply address and its id as Message-ID', async () => {
    const received = await mailServer()
    const id = await queued()
    await deliver(id)
    await deliver(id)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^Reply-To: billing@brightwater\.example\r$/m)
    expect(idsOf(received)).toEqual([`${id}@quittance.example`])
    expect(await rowOf(id)).toMatchObject({ status: 'sent', failure: null, maybe_delivered: false })
  })

  it('is sent again under the same id after a connection broke behind its last byte', async () => {
    const received = await mailServer((count) => (count === 1 ? 'cut' : 'take'))
    const id = await queued()
    await expect(deliver(id)).rejects.toThrow('mail server')
    expect(await rowOf(id)).toMatchObject({ status: 'queued', maybe_delivered: true, sent_at: null })
    await deliver(id)
    expect(new Set(idsOf(received))).toEqual(new Set([`${id}@quittance.example`]))
    expect(received).toHaveLength(2)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  })

  it('is sent again under the same id after its process died during sending', async () => {
    const received = await mailServer()
    const id = await queued()
    await tenant.run((ctx) =>
      ctx.db.updateTable('mail_messages').set({ status: 'sending' }).where('id', '=', id).execute(),
    )
    await deliver(id)
    expect(idsOf(received)).toEqual([`${id}@quittance.example`])
  })

  it('fails when refused permanently, and stays unknown when it may have arrived before', async () => {
    await mailServer(() => 550)
    const refused = await queued()
    await deliver(refused)
    expect(await rowOf(refused)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('Not now'),
    })
    await mailServer((count) => (count === 1 ? 'cut' : 550))
    const doubtful = await queued()
    await expect(deliver(doubtful)).rejects.toThrow()
    await deliver(doubtful)
    expect(await rowOf(doubtful)).toMatchObject({ status: 'unknown' })
  })

  it('marks its address as bounced when the server has no such user, and not when it is another reason', async () => {
    const marked = async (words: string) => {
      await mailServerThatRefuses(words)
      const to = `${randomUUID()}@harbor.example`
      await deliver(await queued({ to }))
      const marks = await tenant.run((ctx) =>
        ctx.db.selectFrom('email_address_marks').select('kind').where('address', '=', to).execute(),
      )
      return marks.map(({ kind }) => kind)
    }
    expect(await marked('5.1.1 No such user')).toEqual(['bounced'])
    expect(await marked('5.7.1 Refused by policy')).toEqual([])
  })

  it('about a record leaves an event when it fails, and none when it may have arrived', async () => {
    const related = { type: 'customer', id: randomUUID() }
    await mailServer(() => 550)
    await deliver(await queued({ related }))
    await mailServer((count) => (count === 1 ? 'cut' : 550))
    const doubtful = await queued({ related })
    await expect(deliver(doubtful)).rejects.toThrow()
    await deliver(doubtful)
    const entries = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select(['object_id', 'detail'])
        .where('action', '=', 'mail.fail')
        .execute(),
    )
    expect(entries).toEqual([
      { object_id: related.id, detail: { to: mail.to, reason: expect.stringContaining('Not now') } },
    ])
  })

  it('about a person leaves an audit entry and no event when it fails', async () => {
    await mailServer(() => 550)
    const business = ['invoice', 'payment', 'credit_memo', 'customer']
    const types = ['user', 'portal_user', 'invitation', 'account', ...business]
    const id = randomUUID()
    for (const type of types) await deliver(await queued({ related: { type, id } }))
    const entries = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select(['action', 'object_type'])
        .where('object_id', '=', id)
        .execute(),
    )
    const typesOf = (some: typeof entries) => some.map((entry) => entry.object_type).sort()
    expect(typesOf(entries)).toEqual([...types].sort())
    const events = entries.filter(({ action }) => Object.hasOwn(mailEvents, action))
    expect(typesOf(events)).toEqual([...business].sort())
  })

  it('is not abandoned when the demo clock is days ahead', async () => {
    const id = await queued()
    const uow = tenant.uow({ kind: 'system', job: 'test' })
    const ahead: UnitOfWork = {
      ...uow,
      transaction: (work) => uow.transaction((ctx) => work({ ...ctx, now: ctx.now + 10 * DAY_MS })),
    }
    await createTakeUpWaiting([]).run(ahead)
    expect(await rowOf(id)).toMatchObject({ status: 'queued', failure: null })
    expect(await jobsFor(id), 'nor started before its hour').toBe(1)
  })

  it('is retried once an hour for three days after its job has ended, then fails', async () => {
    await mailServer(() => 451)
    const id = await queued()
    await expect(deliver(id)).rejects.toThrow()
    await runSchedule()
    expect(await jobsFor(id)).toBe(1)
    test.clock.advance(HOUR_MS)
    await Promise.all([runSchedule(), runSchedule(), runSchedule()])
    expect(await jobsFor(id)).toBe(2)
    test.clock.advance(DAY_MS)
    await runSchedule()
    expect(await jobsFor(id)).toBe(3)
    test.clock.advance(3 * DAY_MS)
    await runSchedule()
    expect(await jobsFor(id)).toBe(3)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('Not now') })
    await deliver(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed' })
  })

  it('is not given up untried after days without a worker', async () => {
    await mailServer()
    const id = await queued()
    test.clock.advance(4 * DAY_MS)
    await runSchedule()
    expect(await jobsFor(id)).toBe(2)
    await deliver(id)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  })

  it('embeds the pictures of its HTML at their displayed size', async () => {
    const received = await mailServer()
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0e6553' } })
      .png()
      .toBuffer()
    const fileId = await tenant.run((ctx) =>
      storeFile(ctx, { name: 'logo.png', mediaType: 'image/png', bytes: picture }),
    )
    await deliver(
      await queued({
        html: '<img src="cid:logo@company" alt="">',
        attachments: [{ fileId, name: 'logo.png', cid: 'logo@company' }],
      }),
    )
    const raw = received[0]!
    expect(raw).toMatch(/^Content-Id: <logo@company>\r$/im)
    expect(raw).toMatch(/^Content-Disposition: inline; filename=logo\.png\r$/im)
    expect(raw).toMatch(/src=(3D)?"cid:logo@company"/)
    const base64 = /Content-Id: <logo@company>[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/i.exec(raw)![1]!
    const sent = await sharp(Buffer.from(base64, 'base64')).metadata()
    expect([sent.format, sent.height]).toEqual(['png', 72])
  })
})
