import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { allRoutes, contract } from '../../../../contract/index.ts'
import { operationOf } from '../../../platform/http/openapi/openapi.ts'
import { addressOfGroup, groupAt, groupPage, guidePage } from './docs-pages.ts'
import { VERIFY_WEBHOOK } from './guide-samples.ts'
import { curlOf, titleOf } from './operation-section.ts'

const ORIGIN = 'https://app.example.test'
const guides = guidePage(ORIGIN)
const rooms = Object.keys(contract) as (keyof typeof contract)[]
const pages = new Map([
  ['/api/docs/', guides],
  ...rooms.map(
    (room) =>
      [`/api/docs/${addressOfGroup(room)}/`, groupPage(groupAt(addressOfGroup(room))!, ORIGIN)] as const,
  ),
])

const anchorsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

it('shows each call of the contract on the page of its group, with a request and its answer', () => {
  for (const room of rooms) {
    const html = pages.get(`/api/docs/${addressOfGroup(room)}/`)!
    for (const name of Object.keys(contract[room])) {
      const section = html.split('<section ').find((part) => part.includes(` id="${name}" `))
      expect(section, `${room}.${name}`).toContain('curl ')
      expect(section).toMatch(/<span class="status">20[0-4] /)
      expect(section).toContain('<h3>Errors</h3>')
    }
  }
})

it('has no anchor twice, and no link that leads nowhere', () => {
  for (const [address, html] of pages) {
    const anchors = anchorsOf(html)
    expect(new Set(anchors).size, address).toBe(anchors.length)
    for (const [, link] of html.matchAll(/ href="([^"]+)"/g)) {
      if (!link!.startsWith('/api/docs/') && !link!.startsWith('#')) continue
      const [path, anchor] = link!.split('#')
      const target = pages.get(path === '' ? address : path!)
      expect(target, link).toBeDefined()
      if (anchor !== undefined) expect(anchorsOf(target!), link).toContain(anchor)
    }
  }
})

it('loads nothing but its own style, and runs no script', () => {
  for (const html of pages.values()) {
    expect(html).not.toMatch(/<script|<img|<iframe|\sstyle=|\son\w+=/)
    expect([...html.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'data:,',
      '/api/docs.css',
    ])
  }
})

it('sends with curl the body of the example, to the address of the call', () => {
  for (const route of allRoutes) {
    const operation = operationOf(route)
    const command = curlOf(route, operation, ORIGIN)
    const body = operation.requestBody?.content['application/json']
    const sent = / -d '(.+?)'(?= \\\n|$)/s.exec(command)?.[1]
    if (body?.example !== undefined)
      expect(JSON.parse(sent!.replaceAll("'\\''", "'")), route.path).toEqual(body.example)
    expect(command).toMatch(/ "https:\/\/(brightwater\.)?app\.example\.test\//)
    expect(command).not.toContain('undefined')
  }
})

it('explains what every caller of the API needs to know', () => {
  for (const part of [
    'scope_missing',
    'X-Account-Id',
    'page_size',
    'filter_balance_gte',
    'Idempotency-Replayed',
  ])
    expect(guides).toContain(part)
  for (const part of ['RateLimit-Policy', 'webhook-signature', 'QuittanceError', 'non_field_errors'])
    expect(guides).toContain(part)
  expect(groupAt('nothing')).toBeUndefined()
  expect(groupAt('openapi.json')).toBeUndefined()
})

it('names an operation by the first sentence of its summary', () => {
  expect(titleOf({ summary: 'Add a customer' })).toEqual({ title: 'Add a customer', rest: '' })
  expect(titleOf({ summary: 'List customers: paged, and ordered' })).toEqual({
    title: 'List customers',
    rest: 'Paged, and ordered.',
  })
  expect(titleOf({ summary: 'Change it. The currency is fixed' }).rest).toBe('The currency is fixed.')
})

it('checks the signature of a webhook as the guide does, and refuses a forged or an old one', async () => {
  const address = `data:text/javascript,${encodeURIComponent(VERIFY_WEBHOOK)}`
  const { isGenuine } = (await import(address)) as {
    isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean
  }
  const key = Buffer.from('a key of 24 bytes, secret')
  const secret = `whsec_${key.toString('base64')}`
  const body = '{"type":"invoice.sent"}'
  const headersAt = (seconds: number) => {
    const signature = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${Buffer.from('another').toString('base64')} v1,${signature}`,
    }
  }
  const now = Math.floor(Date.now() / 1000)
  expect(isGenuine(headersAt(now), body, secret)).toBe(true)
  expect(isGenuine(headersAt(now), `${body} `, secret)).toBe(false)
  expect(isGenuine(headersAt(now), body, 'whsec_AAAA')).toBe(false)
  expect(isGenuine(headersAt(now - 3600), body, secret)).toBe(false)
})
