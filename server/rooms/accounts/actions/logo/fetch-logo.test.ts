import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type Tenant, type TestApp } from '../../../../../testing/test-app.ts'
import { type HttpsServer, startHttpsServer } from '../../../../../testing/tls/https-server.ts'
import { createWebFiles, type WebFiles } from '../../../../platform/web-files/web-files.ts'
import { companyOf } from '../read-company-of.ts'
import { fetchLogo } from './fetch-logo.ts'

const invalid = { code: 'invalid_input', fields: { url: ['Invalid logo URL'] } }
const notLoaded = (detail: string) => ({ code: 'logo_not_loaded', detail: `Failed to load logo. ${detail}` })

let web: HttpsServer
let test: TestApp
let tenant: Tenant
let visits: string[]

beforeAll(async () => {
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#0e6553' } })
    .png()
    .toBuffer()
  web = await startHttpsServer((request, reply) => {
    visits.push(request.url!)
    const [, kind, rest] = /^\/(\w+)\/?(.*)/.exec(request.url!)!
    if (kind === 'logo') reply.end(png)
    else if (kind === 'text') reply.end('a page')
    else if (kind === 'missing') reply.writeHead(404).end()
    else if (kind === 'large') reply.end(Buffer.alloc(2 * 1024 * 1024 + 1))
    else if (kind === 'to') reply.writeHead(302, { location: decodeURIComponent(rest!) }).end()
    else if (kind === 'cut') reply.write('x', () => reply.destroy())
    // 'silent' never answers.
  })
  // Loopback stands for the public internet here. Metadata services stay forbidden.
  const webFiles = createWebFiles({ ca: web.ca, isForbidden: (ip) => ip.startsWith('169.254.') })
  const soon: WebFiles = {
    ...webFiles,
    read: (at, limits) => webFiles.read(at, { ...limits, maxMs: 3000 }),
  }
  test = await createTestApp({ webFiles: soon })
})
afterAll(async () => {
  await test.close()
  web.close()
})
beforeEach(async () => {
  visits = []
  tenant = await test.tenant()
})

const fetch = (address: string) => fetchLogo(tenant.uow(), address)
const logo = () => tenant.run(async (ctx) => (await companyOf(ctx)).logoFileId)

describe('fetchLogo', () => {
  it('keeps a copy of the picture at an address, with https instead of http', async () => {
    const account = await fetch(` ${web.origin.replace('https:', 'http:')}/logo `)
    expect(account.company.logo).toContain(`/api/logos/${tenant.accountId}/`)
    expect(visits).toEqual(['/logo'])
    const lines = await tenant.run((ctx) => ctx.db.selectFrom('audit_entries').select('action').execute())
    expect(lines.map((line) => line.action)).toEqual(['accounts.upload-logo'])
  })

  it('follows redirects to https, three at most', async () => {
    await fetch(`${web.origin}/to/${encodeURIComponent('/to/%2Flogo')}`)
    expect(await logo()).not.toBeNull()
    await expect(
      fetch(`${web.origin}/to/${encodeURIComponent('http://example.com/')}`),
    ).rejects.toMatchObject(notLoaded('The address leads to one without https.'))
    visits = []
    const again = Array.from({ length: 6 }).reduce<string>((to) => `/to/${encodeURIComponent(to)}`, '/logo')
    await expect(fetch(web.origin + again)).rejects.toMatchObject(
      notLoaded('The address leads from one address to the next.'),
    )
    expect(visits.length).toBe(4)
  })

  it.each([
    '',
    'logo.png',
    'javascript:alert(1)',
    'ftp://example.com/logo.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://',
    'https://user:secret@example.com/logo.png',
  ])('refuses %j as an address', async (address) => {
    await expect(fetch(address)).rejects.toMatchObject(invalid)
  })

  it('refuses what is no picture, and keeps the former logo', async () => {
    await fetch(`${web.origin}/logo`)
    const former = await logo()
    await expect(fetch(`${web.origin}/text`)).rejects.toMatchObject({
      fields: { url: ['Invalid logo URL', 'Choose a PNG, JPEG or WebP image.'] },
    })
    expect(await logo()).toBe(former)
  })

  it('says why nothing could be read', async () => {
    const port = new URL(web.origin).port
    const cases = [
      [`${web.origin}/missing`, 'The address answers with status 404.'],
      [`${web.origin}/large`, 'The file is larger than 2 MB.'],
      [`${web.origin}/cut`, 'The address can’t be reached.'],
      [`${web.origin}/silent`, 'The address didn’t answer within 3 seconds.'],
      ['https://nobody.invalid/logo.png', 'The address can’t be reached.'],
      ['https://169.254.169.254/latest/', 'The address can’t be reached.'],
      [`${web.origin}/to/${encodeURIComponent('https://169.254.169.254/')}`, 'The address can’t be reached.'],
      // Nothing vouches for this name.
      [`https://127.0.0.2:${port}/logo`, 'The address can’t be reached.'],
    ] as const
    for (const [address, reason] of cases)
      await expect(fetch(address), address).rejects.toMatchObject(notLoaded(reason))
    expect(await logo()).toBeNull()
  })

  it('reads nothing in a restored copy', async () => {
    const owner = new pg.Client(test.ownerConfig)
    await owner.connect()
    await owner.query('insert into outbound_hold (held_at, taken_at) values (now(), now())')
    await expect(fetch(`${web.origin}/logo`)).rejects.toMatchObject({ code: 'logo_not_loaded' })
    expect(visits).toEqual([])
    await owner.query('delete from outbound_hold')
    await owner.end()
  })
})
