import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { isFileBody, type Route } from '../../contract/route.ts'
import { checked } from '../../server/rooms/imports/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type FaultyServer } from '../../testing/faulty-server.ts'
import {
  type HostileFile,
  imagesWithPayload,
  PAYLOAD,
  unacceptableFiles,
} from '../../testing/forgery/hostile-files.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../../testing/sweep/principals.ts'
import { sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../../testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

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
async function rejectedRowsOf(uploaded: Answer, server = test) {
  const run = JSON.parse(uploaded.text) as Parameters<typeof checked>[1]
  await checked(company, run)
  return callApi(server.server, {
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

async function upload(route: Route, bytes: Buffer, type: string, more = {}, server = test): Promise<Answer> {
  const cell = cells.find((one) => one.route === route && one.who === owner)!
  const sample = await sampleOf.get(route)!(subjectOf(test, company, company.debtors.first, false), owner)
  return send(server, cell, { ...sample, ...more, file: { type, bytes } })
}

function problemOf(name: string, answer: Answer, tookMs: number): string | null {
  if (![400, 413, 415].includes(answer.status)) return `${name}: ${answer.status} ${answer.text}`
  if (tookMs > SLOWEST_MS) return `${name} took ${Math.round(tookMs)} ms`
  return refusalProblem(answer) && `${name} ${refusalProblem(answer)}`
}

let made: Promise<HostileFile[]> | undefined
/** Made once: to press so much into a small file takes a second. */
const files = (): Promise<HostileFile[]> => {
  made ??= unacceptableFiles()
  return made
}

/** What is wrong with the answers to files that are none of a route's. */
async function tryWorthless(server: TestServer, route: Route): Promise<string[]> {
  const wrong: (string | null)[] = []
  for (const type of typesOf(route)) {
    for (const { name, bytes } of await files()) {
      const began = performance.now()
      const answer = await upload(route, bytes, type, {}, server)
      wrong.push(problemOf(`${name} as ${type}`, answer, performance.now() - began))
    }
  }
  return wrong.filter((one) => one !== null)
}

const OTHER_TYPES = [
  'image/svg+xml',
  'text/html',
  'application/zip',
  'multipart/form-data; boundary=x',
  'image/gif',
]

/** The answer to each file that is too large, said to be something else, or packed, where it is not the right one. */
async function tryUnfit(server: TestServer, route: Route): Promise<string[]> {
  const most = isFileBody(route.body) ? route.body.maxBytes : 0
  const [type] = typesOf(route) as [string]
  const table = Buffer.from('a,b\n1,2\n')
  const [bomb] = (await files()).filter(({ name }) => name.includes('gzip'))
  const answers: [string, readonly number[], Answer][] = [
    ['too large', [413], await upload(route, Buffer.alloc(most + 1, 'a'), type, {}, server)],
  ]
  for (const other of OTHER_TYPES) answers.push([other, [415], await upload(route, table, other, {}, server)])
  const packed = await upload(route, bomb!.bytes, type, { headers: { 'content-encoding': 'gzip' } }, server)
  answers.push(['packed', [400, 415], packed])
  return answers
    .filter(([, statuses, { status }]) => !statuses.includes(status))
    .map(([name, , { status }]) => `${name}: ${status}`)
}

describe.each(taking.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  it('refuses what is no such file, at once and without unpacking it', async () => {
    const before = process.memoryUsage().rss
    expect(await tryWorthless(test, route)).toEqual([])
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(MOST_GROWN_MB)
  })

  it('refuses what is too large, of another type, or packed for the way', async () => {
    expect(await tryUnfit(test, route)).toEqual([])
  })
})

const SERVED: Readonly<Record<string, RegExp>> = {
  'content-type': /^image\/png$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^default-src 'none'; sandbox$/,
  'content-disposition': /^inline; filename="logo\.png"/,
}
const TRACES = [PAYLOAD.slice(0, 20), 'php', 'PK', '%PDF', 'evIl', 'tEXt']

/** What of each picture with something in it is still there where it is served, and what it is served without. */
async function tryLaden({ server }: TestServer, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const path = contract.accounts.uploadLogo.path.replace(':account', company.accountId)
  const wrong: string[] = []
  for (const { name, bytes } of (await imagesWithPayload()).slice(0, most)) {
    const answer = await callApi<{ company: { logo: string } }>(server, {
      method: 'PUT',
      path,
      token: owner.token,
      file: { type: 'image/png', bytes },
    })
    expect(answer.status, name).toBe(200)
    const served = await callApi(server, { method: 'GET', path: answer.body.company.logo })
    for (const [header, right] of Object.entries(SERVED))
      if (!right.test(String(served.headers[header]))) wrong.push(`${name}: ${header}`)
    const { format, exif, xmp, icc, comments, width } = await sharp(served.bytes).metadata()
    if (!isDeepStrictEqual({ format, exif, xmp, icc, comments, width }, BARE))
      wrong.push(`${name}: not made anew`)
    for (const trace of TRACES) if (served.bytes.includes(trace)) wrong.push(`${name}: ${trace}`)
  }
  return wrong
}

const NONE = undefined
const BARE = { format: 'png', exif: NONE, xmp: NONE, icc: NONE, comments: NONE, width: 60 }

describe('a logo', () => {
  it('is made anew from its pixels alone, and served so that nothing in it could run', async () => {
    expect(await tryLaden(test)).toEqual([])
  })
})

/** The cells of a file that was given back which a spreadsheet would still work out, and how many begin as it can't. */
async function tryFormulas(server: TestServer): Promise<{ armed: string[]; disarmed: number }> {
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠', '"=', ' =']
  const cells = starts.map((start) => `${start}HYPERLINK(\\"http://evil.test\\")`)
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const csv = `Name,Email,${quoted.join(',')}\n,nobody@people.test,${quoted.join(',')}\n`
  const uploaded = await upload(contract.imports.upload, Buffer.from(csv), 'text/csv', {}, server)
  expect(uploaded.status).toBe(201)
  const sheet = await rejectedRowsOf(uploaded, server)
  const rows = parse(sheet.bytes.toString().replace(/^\ufeff/, ''), {
    relax_column_count: true,
  }) as string[][]
  expect(rows.length).toBe(2)
  return {
    armed: rows.flat().filter((cell) => /^[=+@\t\r\n＝＋－＠-]/.test(cell)),
    disarmed: rows.flat().filter((cell) => cell.startsWith("'")).length,
  }
}

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

  it.each(NAMES)('may be called %j, which names nothing but itself', async (name) => {
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

  it('goes back with its formulas disarmed, in the heading as well as in the rows', async () => {
    const { armed, disarmed } = await tryFormulas(test)
    expect(armed).toEqual([])
    expect(disarmed).toBeGreaterThan(12)
  })
})

it('every file of a spreadsheet that the product gives away is disarmed by a test', () => {
  // The audit log's own test is list-entries.test.ts of its room.
  const told = [contract.imports.rejectedRows, contract.auditLog.export]
  const sheets = allRoutes.filter(
    ({ reply, summary }) => reply === 'file' && /csv|xlsx|spreadsheet/i.test(summary),
  )
  expect(sheets).toEqual(told)
})

/** A cell's beginning, an apostrophe, and what that disarms. */
const DISARMED = /(^|[,"])'(?=(.))/gm
const keepAt = (sign: string) => (found: string, before: string, next: string) =>
  next === sign ? found : before

describe('made wrong on purpose is noticed', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test)
  })
  afterAll(() => mistaken?.close())

  it.each(taking.map((route) => [nameOf(route), route] as const))(
    '%s takes whatever comes',
    async (_, route) => {
      mistaken.setFault({ before: (_request, reply) => reply.code(200).send({}) })
      expect((await tryWorthless(mistaken, route)).length).toBe(
        typesOf(route).length * (await files()).length,
      )
    },
  )

  it('what a file says it is is not looked at', async () => {
    mistaken.setFault({
      first: ({ headers }) => {
        if (headers['content-length']) headers['content-type'] = 'text/csv'
      },
    })
    expect((await tryUnfit(mistaken, contract.imports.upload)).length).toBe(OTHER_TYPES.length)
  })

  it('a logo is served as it came', async () => {
    let came: unknown
    mistaken.setFault({
      before: ({ body }) => {
        if (Buffer.isBuffer(body)) came = body
      },
      after: (request) => (request.url.startsWith('/api/logos/') ? came : undefined),
    })
    const found = await tryLaden(mistaken)
    for (const trace of TRACES)
      expect(
        found.filter((one) => one.endsWith(trace)),
        trace,
      ).not.toEqual([])
    expect(found.filter((one) => one.endsWith('not made anew')).length).toBeGreaterThan(4)
  })

  it.each(Object.keys(SERVED))('a logo is served without its %s', async (header) => {
    mistaken.setFault({
      after: (request, reply) => {
        if (request.url.startsWith('/api/logos/')) reply.removeHeader(header)
      },
    })
    expect(await tryLaden(mistaken, 1)).toEqual([expect.stringContaining(header)])
  })

  it.each([
    ['no formula is disarmed', (text: string) => text.replace(DISARMED, '$1')],
    ['only what begins with = is disarmed', (text: string) => text.replace(DISARMED, keepAt('='))],
    [
      'only rows are disarmed',
      (text: string) => text.replace(/^.*$/m, (line) => line.replace(DISARMED, '$1')),
    ],
  ])('%s', async (_, change) => {
    mistaken.setFault({
      after: (request, _reply, body) =>
        request.url.includes('rejected') ? change(body.toString()) : undefined,
    })
    expect((await tryFormulas(mistaken)).armed).not.toEqual([])
  })
})
