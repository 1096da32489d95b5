import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog, underRequest } from './log.ts'

function logged(facts: Record<string, unknown>): string {
  const lines: string[] = []
  createLog('info', (line) => lines.push(line)).info('something', facts)
  expect(lines).toHaveLength(1)
  return lines[0]!
}

it.each([
  ['by name', { password: 'hunter2hunter2' }],
  ['deep by name', { body: { card: { cvc: 'hunter2hunter2' } } }],
  ['in a list', { list: [{ token: 'hunter2hunter2' }] }],
  ['in a link', { link: 'https://a.test/reset?token=hunter2hunter2&x=1' }],
  ['in a form', { body: '{"password":"hunter2hunter2"}' }],
  ['in a header', { header: 'Bearer hunter2hunter2' }],
  ['in an address', { url: 'smtp://user:hunter2hunter2@mail.test' }],
  ['in an error', { error: new Error('refused: password=hunter2hunter2') }],
  ['in a cause', { error: new Error('refused', { cause: new Error('token: hunter2hunter2') }) }],
])('redacts a secret %s', (_where, facts) => {
  expect(logged(facts)).not.toContain('hunter2')
})

it('redacts cards, hashes addresses consistently and keeps other numbers', () => {
  const line = logged({
    a: 'paid with 4242 4242 4242 4242 by maya@harbor.test',
    b: 'of Maya@harbor.test',
    c: '4242424242424241',
  })
  expect(line).not.toMatch(/4242 4242|harbor/i)
  expect(line).toContain('4242424242424241')
  const [first, second] = [...line.matchAll(/\[address (\w+)\]/g)].map(([, hash]) => hash)
  expect(first).toBe(second)
})

it('adds the request id to every line, across asynchronous calls', async () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  await Promise.all(
    ['one', 'two'].map((id) =>
      underRequest(id, async () => {
        await sleep(5)
        log.warn(id)
      }),
    ),
  )
  log.info('outside')
  expect(lines.map((line) => JSON.parse(line)).map(({ message, requestId }) => [message, requestId])).toEqual(
    [
      ['one', 'one'],
      ['two', 'two'],
      ['outside', undefined],
    ],
  )
})
