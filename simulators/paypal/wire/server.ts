import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { PageReply } from '../pages/html.ts'
import type { ApiAnswer, ApiRequest, PayPalApi } from './api.ts'

/** One call and its answer, as they went over the wire. */
export interface PayPalExchange extends ApiRequest {
  readonly status: number
  readonly answer: string
}

interface Given {
  readonly api: PayPalApi
  answerPage(request: ApiRequest): PageReply | null
  /** Returns a file, or null. */
  readFile(path: string): { readonly type: string; readonly body: string } | null
  onExchange(exchange: PayPalExchange): void
  /** Receives an error of the simulator itself. */
  onDefect(error: unknown): void
}

/** Creates the server of the whole simulator: the interface, its pages, its certificate and the browser's script. */
export const createPayPalServer = (given: Given): Server =>
  createServer((request, response) => {
    handle(given, request, response).catch((error: unknown) => {
      given.onDefect(error)
      response.destroy()
    })
  })

async function handle(given: Given, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const read = await readRequest(request)
  const file = read.method === 'GET' ? given.readFile(read.path) : null
  if (file !== null) {
    response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' })
    response.end(file.body)
    return
  }
  if (/^\/v[123]\/(?!notifications\/certs\/)/.test(read.path)) {
    const answer = await given.api.answer(read)
    if (answer === null) response.destroy()
    else {
      given.onExchange({ ...read, status: answer.status, answer: answer.body })
      sendAnswer(response, answer)
    }
    return
  }
  const page = given.answerPage(read) ?? { status: 404, html: '' }
  response.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(page.location !== undefined && { location: page.location }),
  })
  response.end(page.html ?? '')
}

function sendAnswer(response: ServerResponse, { status, body, headers }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
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
