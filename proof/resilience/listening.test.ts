import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { startListening } from '../../server/main/listening.ts'
import { freePort } from '../../server/platform/free-port.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Sends a request on a connection of its own. */
const request = (port: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })

async function openServer(): Promise<{ server: FastifyInstance; port: number }> {
  const server = fastify({ forceCloseConnections: 'idle' })
  server.get('/', async () => 'there')
  const port = await freePort()
  closers.push(await startListening(server, { port, host: '127.0.0.1' }))
  return { server, port }
}

/** Opens that many connections and closes them while this process is blocked. */
function connectAll(port: number, times: number): void {
  const script = `let left = ${times}
    for (let n = 0; n < ${times}; n++)
      require('node:net').connect(${port}, '127.0.0.1').on('connect', () => --left || process.exit())`
  expect(spawnSync(process.execPath, ['-e', script]).status).toBe(0)
}

it.runIf(process.platform === 'linux')(
  'accepts many connections in each turn of the event loop',
  async () => {
    const { server, port } = await openServer()
    let accepted = 0
    server.server.on('connection', () => {
      accepted++
    })
    connectAll(port, 128)
    let turns = 0
    for (; accepted < 128 && turns < 1000; turns++) await nextTurn()
    // A single listening socket needs one turn for each connection.
    expect(turns).toBeLessThan(64)
  },
)

it('answers on every listening socket', async () => {
  const { port } = await openServer()
  for (let n = 0; n < 40; n++) {
    expect(await (await request(port)).text()).toBe('there')
  }
})

it('does not share its address with another process', async () => {
  const { port } = await openServer()
  const second = startListening(fastify(), { port, host: '127.0.0.1' })
  await expect(second).rejects.toThrow('EADDRINUSE')
})

it('refuses an address that another program listens on', async () => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  closers.push(() => other.close())
  await expect(startListening(fastify(), { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
})

it('answers requests under way before it stops listening', async () => {
  const server = fastify({ forceCloseConnections: 'idle' })
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let requests = 0
  server.get('/', async () => {
    if (++requests === 20) begun.resolve()
    await release.promise
    return 'answered'
  })
  const port = await freePort()
  const stop = await startListening(server, { port, host: '127.0.0.1' })
  const responses = Array.from({ length: 20 }, () => request(port))
  await begun.promise
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await nextTurn()
  expect(stopped).toBe(false)
  release.resolve()
  for (const response of await Promise.all(responses)) expect(await response.text()).toBe('answered')
  await stopping
  await expect(request(port)).rejects.toThrow()
})
