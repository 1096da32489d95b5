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
/** As browsers ask. */
const ASKED = 'GET /file HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n'

let server: FastifyInstance
const logged: string[] = []
afterEach(() => server.close())

/** Serves a file in parts that can't be packed, as the product's server would, and counts the parts that were made. */
async function serving(
  parts: number,
  breaksAfter = Number.POSITIVE_INFINITY,
  mayGoOn: (made: number) => Promise<unknown> = async () => {},
) {
  const made = { parts: 0, ended: false }
  async function* file() {
    try {
      for (; made.parts < parts; made.parts++) {
        if (made.parts === breaksAfter) throw new Error('the database went away')
        yield randomBytes(PART)
      }
    } finally {
      made.ended = true
    }
  }
  logged.length = 0
  const app = { log: { error: (message: string) => logged.push(message) } } as unknown as App
  server = fastify({ forceCloseConnections: true })
  await server.register(fastifyCompress, { global: true, encodings: ['gzip', 'identity'] })
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

it('a file in parts arrives whole, under its name', async () => {
  const { made, port } = await serving(30)
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="Log.csv"')
  expect((await response.arrayBuffer()).byteLength).toBe(30 * PART)
  expect(made).toEqual({ parts: 30, ended: true })
})

it('whoever reads nothing is made no more than a few parts, and whoever goes away none', async () => {
  const { made, port } = await serving(2000)
  const socket = connect(port, '127.0.0.1')
  socket.write(ASKED)
  socket.pause()
  await untilStill(made)
  // What the kernel holds for both ends, some megabytes, and no more.
  expect(made.parts).toBeLessThan(200)
  expect(made.ended).toBe(false)
  socket.destroy()
  await expect.poll(() => made.ended).toBe(true)
  expect(made.parts).toBeLessThan(200)
  expect(logged).toEqual([])
})

it('who takes nothing for a minute is let go', async () => {
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

it('a file that breaks off has no end, and the log says so', async () => {
  const { port } = await serving(30, 10)
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  expect(logged).toEqual(['file broken off'])
})

it('a database that is away for a moment is outlasted', async () => {
  const away = Object.assign(new Error('starting up'), { code: '57P03' })
  let times = 0
  const { port } = await serving(5, undefined, async () => {
    if (times++ === 1) throw away
  })
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect((await response.arrayBuffer()).byteLength).toBe(5 * PART)
  expect(logged).toEqual([])
})

it('whoever may no longer have it gets no further part, which is no fault', async () => {
  const { made, port } = await serving(30, undefined, async (parts) => {
    if (parts === 3) throw new Refusal('not_found')
  })
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  expect(made).toEqual({ parts: 3, ended: true })
  expect(logged).toEqual([])
})
