import { compare, medianOf } from '../product/bursts.ts'
import { startListReference } from '../product/fastify-list.ts'
import type { RunningServer } from '../product/processes.ts'
import type { Company, World } from '../product/world.ts'
import { AT_ONCE, compareSizes, compareWithHttp } from './compare-with-http.ts'
import { type Finding, largest, productSubject, type Row, thousands, times } from './row.ts'

/** Rows of a page. In longer lists only the first and the last 100,000 rows can be opened. */
const ROWS = 20
const DEEPEST = 100_000 / ROWS

const listPath = (company: Company, query = '') =>
  `/api/accounts/${company.accountId}/invoices/?page=1&page_size=${ROWS}${query}`

async function list(world: World): Promise<Finding[]> {
  const company = largest(world)
  const findings = await compareWithHttp(world, 'list of invoices, 20 rows and total', 45, async (product) =>
    productSubject(world, product, 500, () => listPath(company), await world.staffToken(company)),
  )
  return [...findings, await againstF(world, company)]
}

async function againstF(world: World, company: Company): Promise<Finding> {
  const product = await world.product()
  const f = await startListReference(world, company)
  try {
    const subject = productSubject(
      world,
      product,
      500,
      () => listPath(company),
      await world.staffToken(company),
    )
    const rounds = await compare([f.subject(1000), subject], AT_ONCE)
    const ratio = medianOf(rounds, ([one, p]) => p!.perS / one!.perS)
    return {
      what: 'list of invoices: requests',
      at: `${thousands(world.size)}, ${AT_ONCE} at once`,
      figure: `${medianOf(rounds, ([, p]) => p!.perS).toFixed(0)} a second`,
      reference: `F ${medianOf(rounds, ([one]) => one!.perS).toFixed(0)} a second`,
      ratio: `${times(ratio)} F`,
      target: '≥ 0.45 F',
      met: ratio >= 0.45,
    }
  } finally {
    await product.stop()
    await f.serving.stop()
  }
}

const lastPage = (company: Company): number => Math.ceil(company.invoices / ROWS)
const pageAt = (company: Company, page: number): string =>
  `/api/accounts/${company.accountId}/invoices/?page_size=${ROWS}&page=${page}`

const growth = async (world: World): Promise<Finding[]> => [
  ...(await compareSizes(
    world,
    'growth of the list, first page',
    (company) => listPath(company),
    [1.1, 1.3],
  )),
  ...(await compareSizes(
    world,
    'growth of the list, last page',
    (company) => pageAt(company, lastPage(company)),
    [1.1, 1.3],
  )),
  ...(await compareSizes(
    world,
    'growth of the list, page furthest from either end that opens',
    (company) => pageAt(company, Math.min(DEEPEST, Math.ceil(lastPage(company) / 2))),
    [1.1, 1.3],
  )),
]

async function search(world: World): Promise<Finding[]> {
  const company = largest(world)
  const number = (one: Company) => `&search=INV-${1001 + Math.floor(one.invoices / 2)}`
  const text = () => '&search=harbor+foods'
  const ask = (query: (one: Company) => string) => async (product: RunningServer) =>
    productSubject(
      world,
      product,
      300,
      () => listPath(company, query(company)),
      await world.staffToken(company),
    )
  return [
    ...(await compareWithHttp(world, 'search by number', 100, ask(number))),
    ...(await compareWithHttp(world, 'search by customer text', 100, ask(text))),
    ...(await compareSizes(
      world,
      'growth of search by number',
      (one) => listPath(one, number(one)),
      [2],
      60,
    )),
    ...(await compareSizes(
      world,
      'growth of search by customer text',
      (one) => listPath(one, text()),
      [2],
      60,
    )),
  ]
}

async function oneInvoice(world: World): Promise<Finding[]> {
  const company = largest(world)
  const { rows } = await world.client.query(
    `select i.id from invoices i join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id
     where i.account_id = $1 limit 400`,
    [company.accountId],
  )
  return compareWithHttp(world, 'one invoice with lines and payments', 35, async (product) =>
    productSubject(
      world,
      product,
      500,
      (n) => `/api/accounts/${company.accountId}/invoices/${rows[n % rows.length].id}/`,
      await world.staffToken(company),
    ),
  )
}

export const readingRows: readonly Row[] = [
  { name: 'list', run: list },
  { name: 'growth', run: growth },
  { name: 'search', run: search },
  { name: 'invoice', run: oneInvoice },
]
