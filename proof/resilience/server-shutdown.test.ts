import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { ended } from '../../testing/product-process.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { expectDetected, openServer } from './resilience-fixture.ts'
import { EXITS_AT_ONCE, REACTS_LATE, TRIES_MISTAKES } from './sigterm-mistakes.ts'
import { startPart } from './start-part.ts'

/**
 * A server's shutdown: the reply to a request under way, whether it took a new request, its exit code and
 * duration.
 */
interface Shutdown {
  readonly reply: readonly [status: number, body: string] | 'cut off'
  readonly acceptedNew: boolean
  readonly code: number | null
  readonly ms: number
}

function shutdownProblem({ reply, acceptedNew, code, ms }: Shutdown): string | null {
  if (acceptedNew) return 'accepts a request after SIGTERM'
  if (reply === 'cut off') return 'drops a request under way'
  if (reply.join() !== '400,object') return `replies ${reply.join()} to a request under way`
  if (code !== 0) return `ends with ${code}`
  return ms < 20_000 ? null : `took ${Math.round(ms)} ms`
}

const ALL_SHUTDOWN_BUGS = [
  ['it exits at once', /^drops a request under way$/, EXITS_AT_ONCE],
  ['it reacts late', /^accepts a request after SIGTERM$/, REACTS_LATE],
] as const
const SHUTDOWN_BUGS = TRIES_MISTAKES ? ALL_SHUTDOWN_BUGS : []

const requestLogin = (origin: string): Promise<Shutdown['reply']> =>
  fetch(`${origin}/api/profile/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@nowhere.test', password: 'not-the-password-at-all' }),
  }).then(
    async (reply) => [reply.status, typeof (await reply.json())] as const,
    () => 'cut off' as const,
  )

it('completes requests under way after SIGTERM, accepts no new ones and exits within 20 s', async () => {
  const { test, owner } = await openServer()
  const servers = await Promise.all(
    [...SHUTDOWN_BUGS.map(([, , nodeOptions]) => nodeOptions), ''].map(async (nodeOptions) => {
      const port = String(await freePort())
      const part = await startPart('server', test, { PORT: port, NODE_OPTIONS: nodeOptions })
      return { ...part, origin: `http://localhost:${port}` }
    }),
  )
  await owner.query('begin; lock table users in access exclusive mode')
  const requests = servers.map(({ origin }) => requestLogin(origin))
  const waiting = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
  const allWait = async () => (await owner.query(waiting)).rowCount! >= servers.length
  expect(await waitUntil(allWait, 120_000)).toBe(true)
  const began = performance.now()
  const exits = servers.map(async ({ child }) => {
    const code = await ended(child)
    return { code, ms: performance.now() - began }
  })
  for (const { child } of servers) child.kill('SIGTERM')
  await sleep(1_000)
  const acceptedNew = await Promise.all(
    servers.map(({ origin }) =>
      fetch(`${origin}/live/`).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(servers.at(-1)!.child.exitCode).toBe(null)
  await owner.query('rollback')
  const problems = servers.map(async (_, at) =>
    shutdownProblem({ reply: await requests[at]!, acceptedNew: acceptedNew[at]!, ...(await exits[at]!) }),
  )
  expectDetected(await Promise.all(problems), SHUTDOWN_BUGS)
})
