import { describe, expect, it } from 'vitest'
import { DEMO_LOGINS } from '../../../seed/demo/seed-demo.ts'
import { callApi } from '../../../testing/call-api.ts'
import { setUpTestServer, type TestServer } from '../../../testing/test-server.ts'

const MESSAGE = '00000000-0000-7000-8000-000000000001'
const MAILBOX = [
  '/dev/mail/',
  '/dev/mail.css',
  `/dev/mail/${MESSAGE}/`,
  `/dev/mail/${MESSAGE}/body/`,
  '/api/dev/mail/',
  `/api/dev/mail/${MESSAGE}/attachments/0/`,
]

const PASSWORD = 'of-the-mail-server'
const demo = setUpTestServer()
const mailing = setUpTestServer({ env: { SMTP_URL: `smtp://sender:${PASSWORD}@[::1]:2525` } })

const get = ({ server }: TestServer, path: string) => callApi(server, { method: 'GET', path })
const listedPaths = async ({ server }: TestServer) => {
  const { body } = await callApi<{ paths: object }>(server, { method: 'GET', path: '/api/openapi.json' })
  return Object.keys(body.paths).filter((path) => path.startsWith('/api/dev/'))
}

describe('the demo’s mailbox', () => {
  it('is served and listed at start when emails go to it', async () => {
    expect((await get(demo, '/dev/mail/')).status).toBe(200)
    expect((await get(demo, '/api/dev/mail/')).status).toBe(200)
    expect(await listedPaths(demo)).toContain('/api/dev/mail/')
    expect(DEMO_LOGINS(demo.app.config).at(-1)).toBe('  Mailbox       http://localhost:3000/dev/mail')
  })

  it('is neither served nor listed when SMTP_URL is set; the clock is', async () => {
    for (const path of MAILBOX) expect((await get(mailing, path)).status, path).toBe(404)
    expect((await get(mailing, '/api/dev/clock/')).status).toBe(200)
    expect(await listedPaths(mailing)).toEqual(['/api/dev/clock/'])
  })

  it('is replaced at start by the address of the mail server without its password', () => {
    const lines = DEMO_LOGINS(mailing.app.config)
    expect(lines.at(-1)).toBe('  Emails        sent through [::1]:2525, as SMTP_URL says')
    expect(lines.join()).not.toContain('/dev/mail')
    expect(lines.join()).not.toContain(PASSWORD)
  })
})
