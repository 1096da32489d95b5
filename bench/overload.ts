import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/platform/free-port.ts'
import { stopEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { reportStandalone } from './report.ts'

/*
 * node bench/overload.ts [seconds]: measures how many lists a second one server returns, then sends five times as many
 * requests without waiting for responses, then the original rate again. Refusals must be fast and use 429 or 503, and the
 * server must recover within ten seconds.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const DEMO_OWNER = { email: 'owner@brightwater.test', password: 'collect-what-is-owed' }
const TIMES = 5
const CLOSED_PEOPLE = 32
/** With more concurrent requests this program would become the bottleneck. */
const MAX_OPEN = 4_000
const agent = new Agent({ keepAlive: true, maxSockets: MAX_OPEN })

interface Answer {
  readonly status: number
  readonly ms: number
}

async function main(): Promise<void> {
  const seconds = Number(process.argv[2] ?? 10)
  if (!(seconds >= 1 && seconds <= 60))
    throw new Error('Usage: node bench/overload.ts [seconds from 1 to 60]')
  const folder = await mkdtemp(join(tmpdir(), 'quittance-overload-'))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const port = await freePort()
  const server = spawn(process.execPath, [join(root, 'scripts/launch.ts'), 'start'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await ready(server)
    await measure(port, seconds)
  } finally {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(port: number, seconds: number): Promise<void> {
  const list = await signIn(port)
  await closedLoop(list, 2_000)
  const usual = await closedLoop(list, 4_000)
  const perSecond = usual.length / 4
  const { answers, offered } = await openLoop(list, perSecond * TIMES, seconds)
  const served = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503 || status === 429)
  const others = answers.length - served.length - refused.length
  const backS = await backAfterS(list, percentile(usual, 0.99) * 2)
  const at = `${TIMES} × ${Math.round(perSecond)} lists a second for ${seconds} s`
  const reference = `as much as it holds: ${pace(usual)}`
  reportStandalone('overload', [
    {
      what: 'overload: refusals',
      at,
      figure: `${refused.length} by 429 or 503, ${pace(refused)}; ${served.length} served of ${Math.round(offered * seconds)}`,
      reference,
      ratio: '',
      target: 'nothing else, p99 < 1 s',
      met: others === 0 && percentile(refused, 0.99) < 1000,
    },
    {
      what: 'overload: itself again',
      at,
      figure: `${backS.toFixed(1)} s`,
      reference,
      ratio: '',
      target: '≤ 10 s',
      met: backS <= 10,
    },
  ])
}

async function backAfterS(list: Ask, limitMs: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const after = await closedLoop(list, 500)
    const well = after.every(({ status }) => status === 200) && percentile(after, 0.99) <= limitMs
    const seconds = (performance.now() - began) / 1000
    if (well || seconds > 30) return seconds
  }
}

const pace = (answers: readonly Answer[]): string =>
  `p50 ${percentile(answers, 0.5).toFixed(0)} ms, p99 ${percentile(answers, 0.99).toFixed(0)} ms`

function percentile(answers: readonly Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Ask = () => Promise<Answer>

async function closedLoop(ask: Ask, forMs: number): Promise<Answer[]> {
  const answers: Answer[] = []
  const end = performance.now() + forMs
  const person = async (): Promise<void> => {
    while (performance.now() < end) answers.push(await ask())
  }
  await Promise.all(Array.from({ length: CLOSED_PEOPLE }, person))
  return answers
}

/** Sends requests at a fixed rate, regardless of responses. */
async function openLoop(
  ask: Ask,
  perSecond: number,
  seconds: number,
): Promise<{ answers: Answer[]; offered: number }> {
  const answers: Answer[] = []
  const open = new Set<Promise<void>>()
  const began = performance.now()
  let asked = 0
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; asked < due && open.size < MAX_OPEN; asked++) {
      const one = ask().then((answer) => {
        answers.push(answer)
        open.delete(one)
      })
      open.add(one)
    }
    await sleep(5)
  }
  await Promise.all(open)
  return { answers, offered: asked / seconds }
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly body?: object
}

/** Sends a request. Status 0 means that no response arrived. */
function call(
  port: number,
  { method, path, token, body }: Call,
): Promise<Answer & { readonly text: string }> {
  const began = performance.now()
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const done = (status: number, text: string) => resolve({ status, text, ms: performance.now() - began })
    const asking = request({ agent, host: 'localhost', port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => done(answer.statusCode ?? 0, text))
      answer.on('error', () => done(0, ''))
    })
    asking.on('error', () => done(0, ''))
    asking.end(body && JSON.stringify(body))
  })
}

/** Logs in as the demo's owner. The returned function requests the first page of customers. */
async function signIn(port: number): Promise<Ask> {
  const read = async <T>(one: Call): Promise<T> => {
    const answer = await call(port, one)
    if (answer.status >= 300) throw new Error(`${one.path} answered ${answer.status}: ${answer.text}`)
    return JSON.parse(answer.text) as T
  }
  const path = '/api/profile/login/'
  type SignedIn = { token: string; account: { pk: string } }
  const { token, account } = await read<SignedIn>({ method: 'POST', path, body: DEMO_OWNER })
  return () => call(port, { method: 'GET', path: `/api/accounts/${account.pk}/customers/`, token })
}

/** Waits until the server is ready, and keeps reading its output, because a closed pipe would end the server. */
async function ready(server: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)))
    server.stdout!.setEncoding('utf8').on('data', (part: string) => {
      output += part
      if (output.includes('is ready at')) resolve()
    })
  })
}

await main()
