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
import { setUp } from '../../testing/set-up.ts'
import { aSweptCompany } from '../../testing/sweep/company.ts'
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
import { setUpTestServer, type TestServer } from '../../testing/test-server.ts'

const SLOWEST_MS = 2_000
const MAX_GROWN_MB = 200

const test = setUpTestServer()
const company = setUp(() => aSweptCompany(test, 'upload-supplies'))
let owner: Principal
let cells: Cell[]

beforeAll(async () => {
  const rival = await aSweptCompany(test, 'upload-rival')
  const principals = await makePrincipals(test, company, rival)
  owner = principals.find(({ name }) => name === 'owner')!
  cells = makeCells(allRoutes, principals, company, rival)
})
beforeEach(async () => {
  await test.app.db.deleteFrom('throttle_counters').execute()
})

/** Checks an upload and downloads its rejected rows. */
async function downloadRejectedRows(uploaded: Answer, server = test) {
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

/** The routes whose body is a file. */
const fileRoutes = allRoutes.filter((route: Route) => isFileBody(route.body))
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
/** Created once, because compressing the largest takes a second. */
const files = (): Promise<HostileFile[]> => {
  made ??= unacceptableFiles()
  return made
}

/** Returns the problems of the responses to invalid files. */
async function tryInvalidFiles(server: TestServer, route: Route): Promise<string[]> {
  const problems: (string | null)[] = []
  for (const type of typesOf(route)) {
    for (const { name, bytes } of await files()) {
      const began = performance.now()
      const answer = await upload(route, bytes, type, {}, server)
      problems.push(problemOf(`${name} as ${type}`, answer, performance.now() - began))
    }
  }
  return problems.filter((one) => one !== null)
}

const OTHER_TYPES = [
  'image/svg+xml',
  'text/html',
  'application/zip',
  'multipart/form-data; boundary=x',
  'image/gif',
]

/** Returns the wrong statuses for a file that is too large, of another type or compressed. */
async function tryUnsupportedUploads(server: TestServer, route: Route): Promise<string[]> {
  const most = isFileBody(route.body) ? route.body.maxBytes : 0
  const [type] = typesOf(route) as [string]
  const table = Buffer.from('a,b\n1,2\n')
  const [bomb] = (await files()).filter(({ name }) => name.includes('gzip'))
  const answers: [string, readonly number[], Answer][] = [
    ['too large', [413], await upload(route, Buffer.alloc(most + 1, 'a'), type, {}, server)],
  ]
  for (const other of OTHER_TYPES) answers.push([other, [415], await upload(route, table, other, {}, server)])
  const compressed = await upload(
    route,
    bomb!.bytes,
    type,
    { headers: { 'content-encoding': 'gzip' } },
    server,
  )
  answers.push(['compressed', [400, 415], compressed])
  return answers
    .filter(([, statuses, { status }]) => !statuses.includes(status))
    .map(([name, , { status }]) => `${name}: ${status}`)
}

describe.each(fileRoutes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  it('refuses an invalid file at once, without decompressing it', async () => {
    const before = process.memoryUsage().rss
    expect(await tryInvalidFiles(test, route)).toEqual([])
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(MAX_GROWN_MB)
  })

  it('refuses a file that is too large, of another type or compressed in transit', async () => {
    expect(await tryUnsupportedUploads(test, route)).toEqual([])
  })
})

const SERVED: Readonly<Record<string, RegExp>> = {
  'content-type': /^image\/png$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^default-src 'none'; sandbox$/,
  'content-disposition': /^inline; filename="logo\.png"/,
}
const TRACES = [PAYLOAD.slice(0, 20), 'php', 'PK', '%PDF', 'evIl', 'tEXt']

/** Uploads pictures with hidden contents, and returns the contents and missing headers of the served logo. */
async function tryHiddenContents({ server }: TestServer, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const path = contract.accounts.uploadLogo.path.replace(':account', company.accountId)
  const problems: string[] = []
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
      if (!right.test(String(served.headers[header]))) problems.push(`${name}: ${header}`)
    const { format, exif, xmp, icc, comments, width } = await sharp(served.bytes).metadata()
    if (!isDeepStrictEqual({ format, exif, xmp, icc, comments, width }, BARE))
      problems.push(`${name}: not re-encoded`)
    for (const trace of TRACES) if (served.bytes.includes(trace)) problems.push(`${name}: ${trace}`)
  }
  return problems
}

const NONE = undefined
const BARE = { format: 'png', exif: NONE, xmp: NONE, icc: NONE, comments: NONE, width: 60 }

describe('a logo', () => {
  it('is re-encoded from its pixels and served with headers that keep it from running', async () => {
    expect(await tryHiddenContents(test)).toEqual([])
  })
})

/**
 * Returns the cells of a rejected-rows file that a spreadsheet would evaluate, and the number of escaped
 * cells.
 */
async function tryFormulas(server: TestServer): Promise<{ formulas: string[]; escaped: number }> {
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠', '"=', ' =']
  const cells = starts.map((start) => `${start}HYPERLINK(\\"http://evil.test\\")`)
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const csv = `Name,Email,${quoted.join(',')}\n,nobody@people.test,${quoted.join(',')}\n`
  const uploaded = await upload(contract.imports.upload, Buffer.from(csv), 'text/csv', {}, server)
  expect(uploaded.status).toBe(201)
  const sheet = await downloadRejectedRows(uploaded, server)
  const rows = parse(sheet.bytes.toString().replace(/^\ufeff/, ''), {
    relax_column_count: true,
  }) as string[][]
  expect(rows.length).toBe(2)
  return {
    formulas: rows.flat().filter((cell) => /^[=+@\t\r\n＝＋－＠-]/.test(cell)),
    escaped: rows.flat().filter((cell) => cell.startsWith("'")).length,
  }
}

describe('an imported table', () => {
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

  it.each(NAMES)('may have the file name %j, which has no other effect', async (name) => {
    const csv = Buffer.from('Name,Email\n,nameless@people.test\n')
    const answer = await upload(contract.imports.upload, csv, 'text/csv', {
      query: { kind: 'customers', name },
    })
    if (answer.status === 400) {
      expect(refusalProblem(answer)).toBeNull()
      return
    }
    expect(answer.status).toBe(201)
    const sheet = await downloadRejectedRows(answer)
    expect(sheet.status).toBe(200)
    const disposition = String(sheet.headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.%!'()*~-]*$/)
    expect(sheet.headers['set-cookie']).toBeUndefined()
    expect(sheet.headers['x-content-type-options']).toBe('nosniff')
  })

  it('has the formulas in its rejected rows and their heading escaped', async () => {
    const { formulas, escaped } = await tryFormulas(test)
    expect(formulas).toEqual([])
    expect(escaped).toBeGreaterThan(12)
  })
})

it('covers every route that returns a spreadsheet', () => {
  // The test of the audit log is list-entries.test.ts of its room, that of statements read-statement.test.ts; lists share one
  // writer, tested in export-invoices.test.ts.
  const {
    statements,
    imports,
    auditLog,
    invoices,
    customers,
    payments,
    creditMemos,
    payouts,
    billing,
    worklist,
    charts,
    lateFees,
    paymentPlans,
    reminders,
    statementSending,
    team,
    customerGroups,
    portalLogins,
    paymentCases,
    autoPayments,
    events,
    lateFeeRules,
    accessRequests,
    companies,
    accounting,
    apiKeys,
  } = contract
  const lists = [
    ...[invoices.export, customers.export, payments.export, creditMemos.export, worklist.export],
    ...[lateFees.export, paymentPlans.export, payouts.export, statementSending.export, team.export],
    ...[reminders.exportSent, reminders.exportHeld, reminders.exportUpcoming, lateFees.exportUpcoming],
    ...[customerGroups.export, portalLogins.export, paymentCases.export, autoPayments.export],
    ...[imports.export, events.export, lateFeeRules.export, accessRequests.export, companies.export],
    ...[accounting.exportConflicts, apiKeys.export],
  ]
  const others = [payouts.file, billing.exportInvoices, auditLog.export, charts.export]
  const covered = [statements.csv, statements.ownCsv, imports.rejectedRows, ...others, ...lists]
  const sheets = allRoutes.filter(
    ({ reply, summary }) => reply === 'file' && /csv|xlsx|spreadsheet/i.test(summary),
  )
  expect(new Set(sheets)).toEqual(new Set(covered))
})

/** The beginning of a cell, the apostrophe, and the character that it escapes. */
const ESCAPED = /(^|[,"])'(?=(.))/gm
const keepAt = (sign: string) => (found: string, before: string, next: string) =>
  next === sign ? found : before

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
  })
  afterAll(() => faulty?.close())

  it.each(fileRoutes.map((route) => [nameOf(route), route] as const))(
    '%s accepts any file',
    async (_, route) => {
      faulty.setFault({ before: (_request, reply) => reply.code(200).send({}) })
      expect((await tryInvalidFiles(faulty, route)).length).toBe(
        typesOf(route).length * (await files()).length,
      )
    },
  )

  it('the type of a file is ignored', async () => {
    faulty.setFault({
      first: ({ headers }) => {
        if (headers['content-length']) headers['content-type'] = 'text/csv'
      },
    })
    expect((await tryUnsupportedUploads(faulty, contract.imports.upload)).length).toBe(OTHER_TYPES.length)
  })

  it('a logo is served as it was uploaded', async () => {
    let uploaded: unknown
    faulty.setFault({
      before: ({ body }) => {
        if (Buffer.isBuffer(body)) uploaded = body
      },
      after: (request) => (request.url.startsWith('/api/logos/') ? uploaded : undefined),
    })
    const found = await tryHiddenContents(faulty)
    for (const trace of TRACES)
      expect(
        found.filter((one) => one.endsWith(trace)),
        trace,
      ).not.toEqual([])
    expect(found.filter((one) => one.endsWith('not re-encoded')).length).toBeGreaterThan(4)
  })

  it.each(Object.keys(SERVED))('a logo is served without its %s', async (header) => {
    faulty.setFault({
      after: (request, reply) => {
        if (request.url.startsWith('/api/logos/')) reply.removeHeader(header)
      },
    })
    expect(await tryHiddenContents(faulty, 1)).toEqual([expect.stringContaining(header)])
  })

  it.each([
    ['no formula is escaped', (text: string) => text.replace(ESCAPED, '$1')],
    ['only formulas with = are escaped', (text: string) => text.replace(ESCAPED, keepAt('='))],
    ['only rows are escaped', (text: string) => text.replace(/^.*$/m, (line) => line.replace(ESCAPED, '$1'))],
  ])('%s', async (_, change) => {
    faulty.setFault({
      after: (request, _reply, body) =>
        request.url.includes('rejected') ? change(body.toString()) : undefined,
    })
    expect((await tryFormulas(faulty)).formulas).not.toEqual([])
  })
})
