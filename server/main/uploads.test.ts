import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { isFileBody, type Route } from '../../contract/route.ts'
import { callApi } from '../platform/testing/call-api.ts'
import { laden, PAYLOAD, worthless } from '../platform/testing/forgery/hostile-files.ts'
import { aSweptCompany, type SweptCompany } from '../platform/testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../platform/testing/sweep/principals.ts'
import { sampleOf } from '../platform/testing/sweep/samples.ts'
import { subjectOf } from '../platform/testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../platform/testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { checked } from '../rooms/imports/testing.ts'

const SLOWEST_MS = 2_000
const MOST_GROWN_MB = 200

let test: TestServer
let company: SweptCompany
let owner: Principal
let cells: Cell[]

beforeAll(async () => {
  test = await createTestServer()
  company = await aSweptCompany(test, 'upload-supplies')
  const rival = await aSweptCompany(test, 'upload-rival')
  const principals = await makePrincipals(test, company, rival)
  owner = principals.find(({ name }) => name === 'owner')!
  cells = makeCells(allRoutes, principals, company, rival)
})
afterAll(() => test?.close())
beforeEach(async () => {
  await test.app.db.deleteFrom('throttle_counters').execute()
})

/** The file of what could not go in of an upload that was checked. */
async function rejectedRowsOf(uploaded: Answer) {
  const run = JSON.parse(uploaded.text) as Parameters<typeof checked>[1]
  await checked(company, run)
  return callApi(test.server, {
    method: 'GET',
    path: contract.imports.rejectedRows.path
      .replace(':account', company.accountId)
      .replace(':import', run.pk),
    token: owner.token,
  })
}

/** Every route that takes a file as it is. */
const taking = allRoutes.filter((route: Route) => isFileBody(route.body))
const typesOf = (route: Route): readonly string[] => (isFileBody(route.body) ? route.body.file : [])

async function upload(route: Route, bytes: Buffer, type: string, more = {}): Promise<Answer> {
  const cell = cells.find((one) => one.route === route && one.who === owner)!
  const sample = await sampleOf.get(route)!(subjectOf(test, company, company.debtors.first, false), owner)
  return send(test, cell, { ...sample, ...more, file: { type, bytes } })
}

function problemOf(name: string, answer: Answer, tookMs: number): string | null {
  if (![400, 413, 415].includes(answer.status)) return `${name}: ${answer.status} ${answer.text}`
  if (tookMs > SLOWEST_MS) return `${name} took ${Math.round(tookMs)} ms`
  return refusalProblem(answer) && `${name} ${refusalProblem(answer)}`
}

describe.each(taking.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  it('R-79 R-82 T-10 refuses what is no such file, at once and without unpacking it', async () => {
    const files = await worthless()
    const before = process.memoryUsage().rss
    const wrong: (string | null)[] = []
    for (const type of typesOf(route)) {
      for (const { name, bytes } of files) {
        const began = performance.now()
        const answer = await upload(route, bytes, type)
        wrong.push(problemOf(`${name} as ${type}`, answer, performance.now() - began))
      }
    }
    expect(wrong.filter(Boolean)).toEqual([])
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(MOST_GROWN_MB)
  })

  it('R-79 R-82 T-27 refuses what is too large, of another type, or packed for the way', async () => {
    const most = isFileBody(route.body) ? route.body.maxBytes : 0
    const [type] = typesOf(route) as [string]
    expect((await upload(route, Buffer.alloc(most + 1, 'a'), type)).status).toBe(413)
    for (const other of [
      'image/svg+xml',
      'text/html',
      'application/zip',
      'multipart/form-data; boundary=x',
      'image/gif',
    ])
      expect((await upload(route, Buffer.from('a,b\n1,2\n'), other)).status, other).toBe(415)
    const [bomb] = (await worthless()).filter(({ name }) => name.includes('gzip'))
    const packed = await upload(route, bomb!.bytes, type, { headers: { 'content-encoding': 'gzip' } })
    expect([400, 415]).toContain(packed.status)
  })
})

describe('a logo', () => {
  it('R-82 T-10 is made anew from its pixels alone, and served so that nothing in it could run', async () => {
    const path = contract.accounts.uploadLogo.path.replace(':account', company.accountId)
    for (const { name, bytes } of await laden()) {
      const answer = await callApi<{ company: { logo: string } }>(test.server, {
        method: 'PUT',
        path,
        token: owner.token,
        file: { type: 'image/png', bytes },
      })
      expect(answer.status, name).toBe(200)
      const served = await callApi(test.server, { method: 'GET', path: answer.body.company.logo })
      expect(served.headers, name).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^inline; filename="logo\.png"/),
      })
      const { format, exif, xmp, icc, comments, width } = await sharp(served.bytes).metadata()
      expect({ format, exif, xmp, icc, comments, width }, name).toEqual({ format: 'png', width: 60 })
      for (const trace of [PAYLOAD.slice(0, 20), 'php', 'PK', '%PDF', 'evIl', 'tEXt'])
        expect(served.bytes.includes(trace), `${name}: ${trace}`).toBe(false)
    }
  })
})

describe('a table', () => {
  const NAMES = [
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'a\r\nset-cookie: x=1.csv',
    '"; filename="evil.html',
    'list.csv%00.html',
    '<img src=x onerror=alert(1)>.csv',
    '=cmd|calc!A1.csv',
    'ｆｉｌｅ‮vsc.exe',
    '.',
    '',
  ]

  it.each(NAMES)('T-10 T-14 may be called %j, which names nothing but itself', async (name) => {
    const csv = Buffer.from('Name,Email\n,nameless@people.test\n')
    const answer = await upload(contract.imports.upload, csv, 'text/csv', {
      query: { kind: 'customers', name },
    })
    if (answer.status === 400) {
      expect(refusalProblem(answer)).toBeNull()
      return
    }
    expect(answer.status).toBe(201)
    const sheet = await rejectedRowsOf(answer)
    expect(sheet.status).toBe(200)
    const disposition = String(sheet.headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.%!'()*~-]*$/)
    expect(sheet.headers['set-cookie']).toBeUndefined()
    expect(sheet.headers['x-content-type-options']).toBe('nosniff')
  })

  it('R-94 goes back with its formulas disarmed, in the heading as well as in the rows', async () => {
    const starts = ['=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠', '"=', ' =']
    const cells = starts.map((start) => `${start}HYPERLINK(\\"http://evil.test\\")`)
    const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
    const csv = `Name,Email,${quoted.join(',')}\n,nobody@people.test,${quoted.join(',')}\n`
    const uploaded = await upload(contract.imports.upload, Buffer.from(csv), 'text/csv')
    expect(uploaded.status).toBe(201)
    const sheet = await rejectedRowsOf(uploaded)
    const rows = parse(sheet.bytes.toString().replace(/^\ufeff/, ''), {
      relax_column_count: true,
    }) as string[][]
    expect(rows.length).toBe(2)
    for (const cell of rows.flat()) expect(cell, JSON.stringify(cell)).not.toMatch(/^[=+@\t\r\n＝＋－＠-]/)
    expect(rows.flat().filter((cell) => cell.startsWith("'")).length).toBeGreaterThan(12)
  })
})

it('R-94 every file of a spreadsheet that the product gives away is disarmed by a test', () => {
  // The audit log's own test is list-entries.test.ts of its room.
  const told = [contract.imports.rejectedRows, contract.auditLog.export]
  const sheets = allRoutes.filter(
    ({ reply, summary }) => reply === 'file' && /csv|xlsx|spreadsheet/i.test(summary),
  )
  expect(sheets).toEqual(told)
})
