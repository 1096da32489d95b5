import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { chooseMailTransport } from '../../server/main/mail/mail-transport.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { schedulesAfter } from '../../server/main/schedules.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { freePort } from '../../server/platform/free-port.ts'
import { queueMail } from '../../server/platform/mail/outbox.ts'
import type { MailTransport } from '../../server/platform/mail/transport/mail-transport.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { onTestEnd } from './on-test-end.ts'
import { createMessage, expectDetected, openServer } from './resilience-fixture.ts'

type Deliver = MailTransport['deliver']
type MailBug = readonly [name: string, problem: RegExp, (deliver: Deliver) => Deliver]

/** Bugs in front of the mail server, each for one recipient. */
const MAIL_BUGS: readonly MailBug[] = [
  [
    'a connection failure is permanent',
    /^is failed while the server is away$/,
    (deliver) => async (message) => {
      const delivery = await deliver(message)
      return delivery.ok ? delivery : { ...delivery, permanent: true }
    },
  ],
  [
    'a connection failure counts as sent',
    /^is sent while the server is away$/,
    (deliver) => async (message) => {
      await deliver(message)
      return { ok: true }
    },
  ],
  [
    'a retry counts as sent',
    /^arrived 0 times$/,
    (deliver) => {
      let tried = false
      return async (message) => {
        if (tried) return { ok: true }
        tried = true
        return deliver(message)
      }
    },
  ],
  [
    'each message is delivered twice',
    /^arrived 2 times$/,
    (deliver) => async (message) => {
      const delivery = await deliver(message)
      return delivery.ok ? deliver(message) : delivery
    },
  ],
]

/** Checks the states and deliveries of a message that was queued while the mail server was unreachable. */
function mailProblem(during: string, afterwards: string, arrivals: number): string | null {
  if (during !== 'queued') return `is ${during} while the server is away`
  if (afterwards !== 'sent') return `is ${afterwards} when the server is back`
  return arrivals === 1 ? null : `arrived ${arrivals} times`
}

it('keeps messages queued while the mail server is unreachable and delivers each once afterwards', async () => {
  const { test, company } = await openServer()
  const port = await freePort()
  const config = { ...test.app.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const faulty = new Map<string, Deliver>()
  const worker = await createApp({
    schedulesAfter,
    config,
    connection: { ...test.ownerConfig, user: 'quittance_app' },
    clock: test.clock,
    maintain: true,
    log: watchedLog(),
    mail: (db) => {
      const transport = chooseMailTransport(config, db)
      for (const [at, [, , addBug]] of MAIL_BUGS.entries())
        faulty.set(`wrong-${at}@harbor.test`, addBug(transport.deliver))
      return {
        ...transport,
        deliver: (message) => (faulty.get(message.to) ?? transport.deliver)(message),
      }
    },
    processors: createProcessors,
  })
  onTestEnd(() => worker.close())
  onTestEnd(await startWorker(worker.app))
  const addresses = [...faulty.keys(), 'maya@harbor.test']
  await company.run(async (ctx) => {
    for (const to of addresses) await queueMail(ctx, createMessage(to))
  })
  const readMessages = async () => {
    const columns = ['to_address', 'status', 'failure'] as const
    const rows = await company.run((ctx) => ctx.db.selectFrom('mail_messages').select(columns).execute())
    return addresses.map((to) => rows.find((row) => row.to_address === to)!)
  }
  const isTried = ({ status, failure }: { status: string; failure: string | null }) =>
    failure !== null || status === 'sent'
  expect(await waitUntil(async () => (await readMessages()).every(isTried), 120_000)).toBe(true)
  const during = await readMessages()
  const mail = await startMailServer(port)
  onTestEnd(() => mail.close())
  const isFinal = ({ status }: { status: string }) => status === 'sent' || status === 'failed'
  expect(await waitUntil(async () => (await readMessages()).every(isFinal), 60_000)).toBe(true)
  await sleep(2_000)
  const problems = (await readMessages()).map(({ to_address: to, status }, at) => {
    const arrivals = mail.received.filter((one) => one.to.includes(to)).length
    return mailProblem(during[at]!.status, status, arrivals)
  })
  expectDetected(problems, MAIL_BUGS)
})
