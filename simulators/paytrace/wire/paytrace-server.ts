import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { World } from '../state/world.ts'
import { type Answer, failure, invalidToken } from './answers.ts'
import type { FaultQueue, PayTraceFault } from './faults.ts'
import type { Call, Route } from './requests.ts'

/** One request and its answer, as they went over the wire. */
export interface PayTraceExchange {
  readonly path: string
  readonly body: string
  readonly status: number
  readonly answer: string
}

/** A person lets a day pass on the merchant's page. */
export const PASS_A_DAY = '/pass-a-day'
const DAY_MS = 86_400_000

interface Given {
  readonly world: World
  readonly routes: readonly Route[]
  readonly faults: FaultQueue
  /** Returns the merchant's page, on which a person reads what connects the account. */
  readonly page: () => string
  readonly onExchange: (exchange: PayTraceExchange) => void
  readonly onViolation: (message: string) => void
}

/** Creates the server of PayTrace's API. */
export function createPayTraceServer(given: Given): Server {
  return createServer((request, response) => {
    handle(given, request, response).catch((error: unknown) => {
      given.onViolation(`Defect of the simulator: ${error instanceof Error ? error.stack : String(error)}`)
      response.destroy()
    })
  })
}

async function handle(given: Given, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?')
  const body = await readBody(request)
  if (request.method === 'POST' && path === PASS_A_DAY) {
    given.world.advance(DAY_MS)
    response.writeHead(303, { location: '/' }).end()
    return
  }
  if (request.method === 'GET') {
    response.writeHead(path === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(path === '/' ? given.page() : '')
    return
  }
  const fault = given.faults.take(path)
  if (given.world.latencyMs > 0) await sleep(given.world.latencyMs)
  if (fault?.kind === 'refuse-connection') {
    response.destroy()
    return
  }
  const answer = fault?.kind === 'answer' ? answerOf(fault) : answerCall(given, path, request, body)
  const text = JSON.stringify(answer.body)
  given.onExchange({ path, body, status: answer.status, answer: text })
  if (fault?.kind === 'lose-answer') {
    response.destroy()
    return
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(text)
}

function answerCall(given: Given, path: string, request: IncomingMessage, body: string): Answer {
  if (path === '/oauth/token') return openSession(given, new URLSearchParams(body))
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || !given.world.isOpen(token)) return invalidToken
  const route = given.routes.find((one) => one.path === path)
  if (!route) {
    given.onViolation(`${path} is no call of PayTrace.`)
    return { status: 404, body: { success: false } }
  }
  if (!request.headers['content-type']?.startsWith('application/json'))
    given.onViolation(`${path} was not sent as JSON.`)
  const read = route.shape.safeParse(parseJson(body))
  if (!read.success) {
    given.onViolation(`${path}: ${z.prettifyError(read.error)}`)
    return failure(1, 'One or more errors has occurred.', { '1': ['The request has a wrong shape.'] })
  }
  if ((read.data as { integrator_id: string }).integrator_id !== given.world.integratorId)
    return failure(1, 'One or more errors has occurred.', {
      '940': ['Please provide a valid integrator ID.'],
    })
  return route.answer({ world: given.world, body: read.data } as Call<never>)
}

const grant = z.strictObject({
  grant_type: z.literal('password'),
  username: z.string(),
  password: z.string(),
})

function openSession({ world, onViolation }: Given, form: URLSearchParams): Answer {
  const read = grant.safeParse(Object.fromEntries(form))
  if (!read.success) onViolation(`/oauth/token: ${z.prettifyError(read.error)}`)
  const { username, password } = read.data ?? {}
  if (username !== world.userName || password !== world.password)
    return {
      status: 401,
      body: {
        error: 'invalid_grant',
        error_description: 'The provided authorization grant is invalid, expired, or revoked.',
      },
    }
  const { token, seconds } = world.openSession()
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: seconds } }
}

function answerOf({ status = 500, retryAfterSeconds }: PayTraceFault): Answer {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { status, body: { success: false, status_message: 'Try again later.' }, headers }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
