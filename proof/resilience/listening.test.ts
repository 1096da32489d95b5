import { spawnSync } from 'node:child_process'
import { Agent, request as post } from 'node:http'
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
  const listening = await startListening(server, { port, host: '127.0.0.1' })
  closers.push(async () => {
    server.server.closeAllConnections()
    await listening.stop()
    await server.close()
  })
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
  const listening = await startListening(server, { port, host: '127.0.0.1' })
  const responses = Array.from({ length: 20 }, () => request(port))
  await begun.promise
  let stopped = false
  const stopping = listening.stop().then(() => {
    stopped = true
  })
  await nextTurn()
  expect(stopped).toBe(false)
  release.resolve()
  for (const response of await Promise.all(responses)) expect(await response.text()).toBe('answered')
  await stopping
  await expect(request(port)).rejects.toThrow()
})

it('still answers on an idle connection after it stopped listening, and ends it with that answer', async () => {
  const server = fastify()
  server.post('/', async () => 'done')
  const port = await freePort()
  const listening = await startListening(server, { port, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>(
      (resolve, reject) => {
        const sent = post({ port, host: '127.0.0.1', method: 'POST', agent }, (response) => {
          response.resume().on('end', () =>
            resolve({
              status: response.statusCode,
              connection: response.headers.connection,
              reused: sent.reusedSocket,
            }),
          )
        })
        sent.on('error', reject).end()
      },
    )
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', reused: false })
  const stopped = listening.stop()
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true })
  await stopped
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
  await server.close()
})
