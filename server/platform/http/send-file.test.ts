import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastifyCompress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import type { App } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { sendInParts } from './send-file.ts'

const PART = 100_000
/** A browser's request. */
const ASKED = 'GET /file HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n'

let server: FastifyInstance
const logged: string[] = []
afterEach(() => server.close())

/** Serves an incompressible file in parts like the product's server, and counts the produced parts. */
async function serving(
  parts: number,
  breaksAfter = Number.POSITIVE_INFINITY,
  mayGoOn: (made: number) => Promise<unknown> = async () => {},
  breaksWith: Error = new Error('the database went away'),
) {
  const made = { parts: 0, ended: false }
  async function* file() {
    try {
      for (; made.parts < parts; made.parts++) {
        if (made.parts === breaksAfter) throw breaksWith
        // Bytes that look like a compressed file are sent as they are.
        yield Buffer.concat([Buffer.from(','), randomBytes(PART - 1)])
      }
    } finally {
      made.ended = true
    }
  }
  logged.length = 0
  const app = { log: { error: (message: string) => logged.push(message) } } as unknown as App
  server = fastify({ forceCloseConnections: true })
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'] })
  server.setErrorHandler((error, _request, reply) =>
    error instanceof Refusal ? reply.code(429).send({ detail: error.code }) : reply.code(500).send(),
  )
  server.get('/file', (_request, reply) =>
    sendInParts(app, reply, { mediaType: 'text/csv', name: 'Log.csv', parts: file() }, () =>
      mayGoOn(made.parts),
    ),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { made, port: (server.server.address() as AddressInfo).port }
}

async function untilStill(made: { parts: number }): Promise<void> {
  for (let before = -1; made.parts !== before; await sleep(500)) before = made.parts
}

it('streams a complete file under its name', async () => {
  const { made, port } = await serving(30)
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="Log.csv"')
  expect((await response.arrayBuffer()).byteLength).toBe(30 * PART)
  expect(made).toEqual({ parts: 30, ended: true })
})

it('produces only a few parts for a reader that stalls and none after it disconnects', async () => {
  const { made, port } = await serving(2000)
  const socket = connect(port, '127.0.0.1')
  socket.write(ASKED)
  socket.pause()
  await untilStill(made)
  // The kernel buffers a few megabytes for both ends.
  expect(made.parts).toBeLessThan(200)
  expect(made.ended).toBe(false)
  socket.destroy()
  await expect.poll(() => made.ended).toBe(true)
  expect(made.parts).toBeLessThan(200)
  expect(logged).toEqual([])
})

it('disconnects a reader that stalls for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { made, port } = await serving(2000)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(ASKED)
    socket.pause()
    await untilStill(made)
    vi.advanceTimersByTime(59_000)
    await sleep(50)
    expect(made.ended).toBe(false)
    vi.advanceTimersByTime(1_000)
    for (let turn = 0; turn < 100 && !made.ended; turn++) await sleep(50)
    expect(made.ended).toBe(true)
    socket.destroy()
    expect(logged).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('leaves a failed stream without its end and logs the error', async () => {
  const { port } = await serving(30, 10)
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  expect(logged).toEqual(['file broken off'])
})

it('survives a short database outage', async () => {
  const away = Object.assign(new Error('starting up'), { code: '57P03' })
  let times = 0
  const { port } = await serving(5, undefined, async () => {
    if (times++ === 1) throw away
  })
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect((await response.arrayBuffer()).byteLength).toBe(5 * PART)
  expect(logged).toEqual([])
})

it('sends no further part after access was lost and logs no error', async () => {
  const { made, port } = await serving(30, undefined, async (parts) => {
    if (parts === 3) throw new Refusal('not_found')
  })
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  expect(made).toEqual({ parts: 3, ended: true })
  expect(logged).toEqual([])
})

it('answers a refusal before the first part with its status and shape', async () => {
  const { port, made } = await serving(30, 0, undefined, new Refusal('too_many_requests'))
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    429,
    'application/json; charset=utf-8',
  ])
  expect(response.headers.get('content-disposition')).toBeNull()
  expect(await response.json()).toEqual({ detail: 'too_many_requests' })
  expect(made).toEqual({ parts: 0, ended: true })
  expect(logged).toEqual([])
})
