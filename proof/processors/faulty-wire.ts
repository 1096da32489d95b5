import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Answer, forwardRequest, sendAnswer } from '../../testing/processors/forward-request.ts'
import { type Fault, type FaultControl, FaultState, takesEffect, type Write } from './fault-control.ts'

/** The part of a processor's protocol that faults need. */
export interface WireProtocol {
  /** Returns what a call changes; null for every other call. */
  writeOf(method: string, path: string, body: string): Write | null
  /** Body with which the processor limits the rate, and with which it fails. */
  readonly limited: object
  readonly failure: object
  /** Returns a JSON answer that reports another amount or currency of payments and refunds. */
  alter(answer: unknown, what: 'amount' | 'currency'): unknown
}

/** A network connection to a processor, which can be made to fail. */
export interface FaultyWire {
  /** Address that the adapter calls instead of the processor's. */
  readonly origin: string
  readonly faults: FaultControl
  close(): Promise<void>
}

/** Opens a proxy in front of a processor. Its faults are real: open connections, closed ones, and broken bodies. */
export async function openFaultyWire(target: string, protocol: WireProtocol): Promise<FaultyWire> {
  const state = new FaultState()
  const server = createServer((request, response) => {
    handle(target, protocol, state, request, response).catch(() => response.destroy())
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve())
    })
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    faults: {
      start: (fault, writes) => state.start(fault, writes),
      effect: () => state.effect,
      passTimeout: () => state.passTimeout(),
      async disconnect() {
        state.disconnected = true
        await stop()
      },
      async recover() {
        const wasDisconnected = state.disconnected
        state.recover()
        if (wasDisconnected) await listen(port)
      },
    },
    close: async () => {
      if (!state.disconnected) await stop()
    },
  }
}

async function handle(
  target: string,
  protocol: WireProtocol,
  state: FaultState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const path = url.split('?')[0]!
  const fault = state.faultOf(protocol.writeOf(method, path, body.toString()))
  if (fault?.answer === 'late') await state.timedOut
  const answer =
    fault === null || takesEffect(fault)
      ? await state.track(forwardRequest(`${target}${url}`, request, body))
      : null
  if (fault?.answer === 'held') await state.hold()
  // The connection stays open until the caller gives up.
  if (fault?.answer === 'none') return
  if (fault?.answer === 'reset') response.destroy()
  else sendAnswer(response, replace(protocol, state, fault, answer))
}

/** Returns what the product gets instead of the real answer, which is null when the call had no effect. */
function replace(
  protocol: WireProtocol,
  { altered }: FaultState,
  fault: Fault | null,
  real: Answer | null,
): Answer {
  switch (fault?.answer) {
    case '429':
      return jsonAnswer(429, protocol.limited, { 'retry-after': '7' })
    case '500':
      return jsonAnswer(500, protocol.failure)
    case 'malformed':
      return { ...real!, body: real!.body.subarray(0, real!.body.length / 2) }
    case 'empty':
      return { ...real!, body: Buffer.alloc(0) }
    default:
      return altered ? alterAnswer(protocol, real!, altered) : real!
  }
}

const jsonAnswer = (status: number, body: object, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
})

function alterAnswer(protocol: WireProtocol, answer: Answer, what: 'amount' | 'currency'): Answer {
  if (answer.status >= 300 || !answer.headers['content-type']?.includes('json')) return answer
  const changed = protocol.alter(JSON.parse(answer.body.toString()), what)
  return { ...answer, body: Buffer.from(JSON.stringify(changed)) }
}
