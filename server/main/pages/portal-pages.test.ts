import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebFolder } from '../../../testing/page-headers.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { portalOriginOf } from '../../rooms/accounts/index.ts'
import { updateSettings } from '../../rooms/accounts/testing.ts'
import { createServer } from '../create-server.ts'

let test: TestServer
let server: FastifyInstance
const closers: (() => unknown)[] = []

beforeAll(async () => {
  test = await createTestServer()
  closers.push(() => test.close())
  const web = await createWebFolder()
  closers.push(web.remove)
  const english = await readFile(join(web.folder, 'portal.html'), 'utf8')
  for (const language of ['de', 'fr'])
    await writeFile(
      join(web.folder, `portal.${language}.html`),
      english.replace('<html lang="en"', `<html lang="${language}"`),
    )
  server = await createServer(test.app, { pages: true, webFolder: web.folder })
  closers.push(() => server.close())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function load(url: string, headers: Record<string, string>) {
  const { body, headers: answered, statusCode } = await server.inject({ url, headers })
  return { status: statusCode, language: /<html lang="(\w+)"/.exec(body)?.[1], body, vary: answered.vary }
}

it('serves the portal in the chosen, the customer’s, the browser’s or the account’s language', async () => {
  const tenant = await test.tenant()
  const { host } = new URL(await tenant.run(portalOriginOf))
  const languageFor = async (headers: Record<string, string>) =>
    (await load('/customer-portal-site-login', { host, ...headers })).language
  expect(await languageFor({})).toBe('en')
  await tenant.run((ctx) => updateSettings(ctx, { language: 'fr' }))
  expect(await languageFor({})).toBe('fr')
  const browser = { 'accept-language': 'de-AT,de;q=0.9' }
  expect(await languageFor(browser)).toBe('de')
  expect(await languageFor({ 'accept-language': 'it' })).toBe('fr')
  expect(await languageFor({ ...browser, cookie: 'customer-language=fr' })).toBe('fr')
  expect(await languageFor({ ...browser, cookie: 'customer-language=fr; language=en' })).toBe('en')
  expect(await languageFor({ cookie: 'language=es' }), 'not built').toBe('en')
})

it('offers the languages that were built, and tells caches what a page depends on', async () => {
  const page = await load('/pay-invoice?token=unknown', { host: 'localhost', 'accept-language': 'de' })
  expect(page).toMatchObject({ status: 200, language: 'de' })
  expect(page.body).toContain('<meta name="languages" content="en de fr" />')
  expect(page.vary).toBe('accept-language, cookie')
})

it('says in the reader’s language that a portal is nobody’s', async () => {
  const page = await load('/', { host: 'nobodys-own.localhost', 'accept-language': 'fr' })
  expect(page).toMatchObject({ status: 404, language: 'fr' })
})
