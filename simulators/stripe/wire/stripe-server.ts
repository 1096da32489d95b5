import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { PageReply } from '../connect/html.ts'
import type { Pages } from '../connect/pages.ts'
import type { ApiRequest, StripeApi } from './api.ts'

/** One request and its answer, as they went over the wire. */
export interface StripeExchange extends ApiRequest {
  readonly status: number
  readonly answer: string
}

interface Given {
  readonly api: StripeApi
  readonly pages: Pages
  /** Returns a file of the browser's part, or null. */
  readFile(path: string): { readonly type: string; readonly body: string } | null
  onExchange(exchange: StripeExchange): void
  /** Receives an error of the simulator itself. */
  onDefect(error: unknown): void
}

/** Creates the server of the whole simulator: the API, its pages and the browser's script. */
export function createStripeServer(given: Given): Server {
  return createServer((request, response) => {
    handle(given, request, response).catch((error: unknown) => {
      given.onDefect(error)
      response.destroy()
    })
  })
}

async function handle(given: Given, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const read = await readRequest(request)
  if (read.path.startsWith('/v1/')) {
    allowBrowsers(response)
    if (read.method === 'OPTIONS') response.writeHead(204).end()
    else await answerApi(given, read, response)
    return
  }
  // Browsers request an icon.
  if (read.path === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  const file = read.method === 'GET' ? given.readFile(read.path) : null
  if (file !== null) {
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
    response.end(file.body)
    return
  }
  const fault = read.path.startsWith('/oauth/') ? given.api.faults.take(read.method, read.path) : undefined
  if (fault?.kind === 'refuse-connection') response.destroy()
  else if (fault?.kind === 'answer')
    sendPage(response, {
      status: fault.status ?? 500,
      json: { error: 'temporarily_unavailable', error_description: 'Try again later.' },
    })
  else {
    const reply = given.pages.answer(read)
    if (fault?.kind === 'lose-answer') response.destroy()
    else sendPage(response, reply ?? { status: 404, json: {} })
  }
}

async function answerApi(
  { api, onExchange }: Given,
  request: ApiRequest,
  response: ServerResponse,
): Promise<void> {
  const answer = await api.answer(request)
  if (answer === null) {
    response.destroy()
    return
  }
  onExchange({ ...request, status: answer.status, answer: answer.body })
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'stripe-version': '2026-10-28.endive',
    ...answer.headers,
  })
  response.end(answer.body)
}

async function readRequest(request: IncomingMessage): Promise<ApiRequest> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s)
  return {
    method: request.method ?? 'GET',
    path,
    query,
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  }
}

function allowBrowsers(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, stripe-account, stripe-version',
  )
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
}

function sendPage(response: ServerResponse, { status, html, json, location }: PageReply): void {
  response.writeHead(status, {
    'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(location !== undefined && { location }),
  })
  response.end(html ?? (json === undefined ? '' : JSON.stringify(json)))
}
