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

/** By a connection of its own. */
const ask = (port: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })

async function aServer(): Promise<{ server: FastifyInstance; port: number }> {
  const server = fastify({ forceCloseConnections: 'idle' })
  server.get('/', async () => 'there')
  const port = await freePort()
  closers.push(await startListening(server, { port, host: '127.0.0.1' }))
  return { server, port }
}

/** Connects that often and goes, while this process does nothing else. */
function connectAll(port: number, times: number): void {
  const script = `let left = ${times}
    for (let n = 0; n < ${times}; n++)
      require('node:net').connect(${port}, '127.0.0.1').on('connect', () => --left || process.exit())`
  expect(spawnSync(process.execPath, ['-e', script]).status).toBe(0)
}

it.runIf(process.platform === 'linux')('takes in many newcomers in each turn of its event loop', async () => {
  const { server, port } = await aServer()
  let accepted = 0
  server.server.on('connection', () => {
    accepted++
  })
  connectAll(port, 128)
  let turns = 0
  for (; accepted < 128 && turns < 1000; turns++) await nextTurn()
  // One socket takes as many turns as there are newcomers.
  expect(turns).toBeLessThan(64)
})

it('is heard by every socket that listens', async () => {
  const { port } = await aServer()
  for (let n = 0; n < 40; n++) {
    expect(await (await ask(port)).text()).toBe('there')
  }
})

it('does not share its address with another process', async () => {
  const { port } = await aServer()
  const second = startListening(fastify(), { port, host: '127.0.0.1' })
  await expect(second).rejects.toThrow('EADDRINUSE')
})

it('does not take an address where somebody else listens', async () => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  closers.push(() => other.close())
  await expect(startListening(fastify(), { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
})

it('lets what was asked be answered before it has stopped listening', async () => {
  const server = fastify({ forceCloseConnections: 'idle' })
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let asked = 0
  server.get('/', async () => {
    if (++asked === 20) begun.resolve()
    await goOn.promise
    return 'answered'
  })
  const port = await freePort()
  const stop = await startListening(server, { port, host: '127.0.0.1' })
  const answers = Array.from({ length: 20 }, () => ask(port))
  await begun.promise
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await nextTurn()
  expect(stopped).toBe(false)
  goOn.resolve()
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('answered')
  await stopping
  await expect(ask(port)).rejects.toThrow()
})
