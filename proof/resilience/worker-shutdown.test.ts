import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { queueMail } from '../../server/platform/mail/outbox.ts'
import { ended } from '../../testing/product-process.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { onTestEnd } from './on-test-end.ts'
import { createMessage, expectDetected, openServer } from './resilience-fixture.ts'
import { EXITS_AT_ONCE, REACTS_LATE, TRIES_MISTAKES } from './sigterm-mistakes.ts'
import { startPart } from './start-part.ts'

/** Starts a mail server that accepts each message after 1.5 seconds. */
async function startSlowMailServer(): Promise<{ port: number; arrived: () => number }> {
  let arrived = 0
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => {
        arrived += 1
        setTimeout(callback, 1_500)
      })
    },
  })
  slow.on('error', () => {})
  const port = await freePort()
  await new Promise<void>((resolve) => slow.listen(port, '127.0.0.1', resolve))
  onTestEnd(() => new Promise<void>((resolve) => slow.close(() => resolve())))
  return { port, arrived: () => arrived }
}

/** Checks the shutdown of a worker that is sending one message while another is queued. */
async function workerProblem(nodeOptions: string): Promise<string | null> {
  const { test, company } = await openServer()
  const { port, arrived } = await startSlowMailServer()
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, NODE_OPTIONS: nodeOptions }
  const { child } = await startPart('worker', test, environment)
  const queue = (to: string) => company.run((ctx) => queueMail(ctx, createMessage(to)))
  await queue('first@harbor.test')
  expect(await waitUntil(() => arrived() === 1, 120_000)).toBe(true)
  const began = performance.now()
  child.kill('SIGTERM')
  await queue('second@harbor.test')
  const code = await ended(child)
  const ms = performance.now() - began
  const rows = await company.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('status').orderBy('to_address').execute(),
  )
  const [first, second] = rows.map(({ status }) => status)
  if (code !== 0) return `ends with ${code}`
  if (ms >= 20_000) return `took ${Math.round(ms)} ms`
  if (first !== 'sent') return `leaves its current message ${first}`
  if (second !== 'queued') return `began another message, which is ${second}`
  return arrived() === 1 ? null : `sent ${arrived()} messages`
}

const ALL_WORKER_BUGS = [
  ['it exits at once', /^leaves its current message sending$/, EXITS_AT_ONCE],
  ['it reacts late', /^began another message, which is \w+$/, REACTS_LATE],
] as const
const WORKER_BUGS = TRIES_MISTAKES ? ALL_WORKER_BUGS : []

it('lets a worker finish its current job once after SIGTERM and begin no other', async () => {
  const variants = [...WORKER_BUGS.map(([, , nodeOptions]) => nodeOptions), '']
  expectDetected(await Promise.all(variants.map(workerProblem)), WORKER_BUGS)
})

it('serves a worker’s metrics on a port of its own', async () => {
  const { test } = await openServer()
  const port = String(await freePort())
  await startPart('worker', test, { METRICS_PORT: port, METRICS_TOKEN: 'a-token-of-the-scraper' })
  const scrape = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  expect((await scrape({})).status).toBe(404)
  const reply = await scrape({ authorization: 'Bearer a-token-of-the-scraper' })
  expect([reply.status, await reply.text()]).toEqual([
    200,
    expect.stringContaining('quittance_database_up 1'),
  ])
})
