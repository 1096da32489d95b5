import { compare, medianOf, type Subject } from '../product/bursts.ts'
import type { RunningServer } from '../product/processes.ts'
import { requestJson } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'
import { compareSizes, compareWithHttp } from './compare-with-http.ts'
import { type Finding, largest, ms, productSubject, type Row, thousands, times } from './row.ts'

/** Maximum cost of a page of any list, and its maximum growth with the size of the company. */
const MAX_H = 45
const GROWTH = [1.1, 1.3]

/** Measures a page of a list, and how its cost grows with the size of the company. */
const ofCompany = (name: string, what: string, path: string): Row => ({
  name,
  async run(world) {
    const pathOf = ({ accountId }: Company) => `/api/accounts/${accountId}/${path}`
    const company = largest(world)
    return [
      ...(await compareWithHttp(world, what, MAX_H, async (product) =>
        productSubject(world, product, 300, () => pathOf(company), await world.staffToken(company)),
      )),
      ...(await compareSizes(world, `growth of the ${what}`, pathOf, GROWTH)),
    ]
  },
})

/** A list of one customer, requested in the portal or by staff, in a company with a single customer. */
interface OfCustomer {
  readonly what: string
  readonly as: 'customer' | 'staff'
  readonly path: (asked: { accountId: string; customer: string; invoice: string; number: string }) => string
  /** Maximum cost relative to a customer with a hundred invoices. */
  readonly mostGrowth: number
}

const [MAX_GROWTH, MAX_GROWTH_OF_SEARCH] = [1.3, 2]
const ORDERS = ['number', 'due_date', 'total', 'remaining']
const OF_CUSTOMER: readonly OfCustomer[] = [
  { what: 'portal: invoices', as: 'customer', path: () => '/api/invoices/?page=1', mostGrowth: MAX_GROWTH },
  ...ORDERS.map(
    (column): OfCustomer => ({
      what: `portal: invoices by ${column}`,
      as: 'customer',
      path: () => `/api/invoices/?page=1&order_by=-${column}`,
      mostGrowth: MAX_GROWTH,
    }),
  ),
  {
    what: 'portal: search by number',
    as: 'customer',
    path: ({ number }) => `/api/invoices/?page=1&search=${number}`,
    mostGrowth: MAX_GROWTH_OF_SEARCH,
  },
  {
    what: 'portal: search by the beginning of all numbers',
    as: 'customer',
    path: () => '/api/invoices/?page=1&search=INV-',
    mostGrowth: MAX_GROWTH_OF_SEARCH,
  },
  {
    what: 'portal: search by the first figure of many numbers',
    as: 'customer',
    path: () => '/api/invoices/?page=1&search=INV-1',
    mostGrowth: MAX_GROWTH_OF_SEARCH,
  },
  {
    what: 'portal: credit memos',
    as: 'customer',
    path: () => '/api/credit-memos/?page=1',
    mostGrowth: MAX_GROWTH,
  },
  {
    what: 'portal: payments of an invoice',
    as: 'customer',
    path: ({ invoice }) => `/api/invoices/${invoice}/payments/`,
    mostGrowth: MAX_GROWTH,
  },
  {
    what: 'payments of a customer',
    as: 'staff',
    path: ({ accountId, customer }) => `/api/accounts/${accountId}/payments/?page=1&customer=${customer}`,
    mostGrowth: MAX_GROWTH,
  },
]

const MAX_MS = 150

async function subjectOf(
  world: World,
  product: RunningServer,
  company: Company,
  { as, path }: OfCustomer,
): Promise<Subject> {
  const { accountId } = company
  const { rows } = await world.client.query(
    `select i.customer_id as customer, i.id as invoice, i.number from invoices i
     join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id where i.account_id = $1 limit 1`,
    [accountId],
  )
  const asked = path({ accountId, ...rows[0] })
  return as === 'staff'
    ? productSubject(world, product, 100, () => asked, await world.staffToken(company))
    : productSubject(
        world,
        product,
        100,
        () => asked,
        await world.portalToken(company, rows[0].customer),
        `${company.subDomain}.localhost`,
      )
}

async function ofOneCustomer(world: World): Promise<Finding[]> {
  const product = await world.product()
  try {
    const findings: Finding[] = []
    for (const list of OF_CUSTOMER) {
      const subjects: Subject[] = []
      for (const company of world.ofOneCustomer) subjects.push(await subjectOf(world, product, company, list))
      const rounds = await compare(subjects, 1)
      const ratio = medianOf(rounds, ([few, many]) => many!.cpuMs / few!.cpuMs)
      const p99Ms = medianOf(rounds, ([, many]) => many!.p99Ms)
      findings.push({
        what: list.what,
        at: `100 → ${thousands(world.ofOneCustomer[1].invoices)} invoices of one customer, 1 at once`,
        figure: `${ms(medianOf(rounds, ([, many]) => many!.cpuMs))}, p99 ${ms(p99Ms)}`,
        reference: ms(medianOf(rounds, ([few]) => few!.cpuMs)),
        ratio: `${times(ratio)} ×`,
        target: `≤ ${list.mostGrowth} ×, p99 ≤ ${MAX_MS} ms`,
        met: ratio <= list.mostGrowth && p99Ms <= MAX_MS,
      })
    }
    return findings
  } finally {
    await product.stop()
  }
}

const [MAX_COLD_MS, MAX_WARM_MS] = [300, 50]

/** A report shared by link: requested anonymously, and as expensive as the dashboard. */
async function sharedReport(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  try {
    const token = await world.staffToken(company)
    const at = `/api/accounts/${company.accountId}`
    const body = { recipient: 'The bank', days: 30, shows_customers: true }
    const { port } = product
    const { url } = await requestJson<{ url: string }>({
      port,
      path: `${at}/report-links/`,
      method: 'POST',
      token,
      body,
    })
    const link = new URL(url).searchParams.get('token')
    const read: Subject = {
      name: 'report',
      requests: 20,
      cpuS: () => product.cpuS() + world.databaseCpuS(),
      once: async () => {
        await requestJson({ port, path: '/api/ista-report/', method: 'POST', body: { token: link } })
      },
    }
    const began = performance.now()
    await read.once(0)
    const coldMs = performance.now() - began
    const dashboard = productSubject(world, product, 20, () => `${at}/dashboard/`, token)
    const rounds = await compare([dashboard, read], 1)
    const warmMs = medianOf(rounds, ([, report]) => report!.p50Ms)
    const size = { at: `${thousands(world.size)}, 1 at once` }
    return [
      {
        what: 'shared report, first request of a server',
        ...size,
        figure: ms(coldMs),
        reference: '',
        ratio: '',
        target: `≤ ${MAX_COLD_MS} ms, as the dashboard`,
        met: coldMs <= MAX_COLD_MS,
      },
      {
        what: 'shared report, after that',
        ...size,
        figure: ms(warmMs),
        reference: `dashboard ${ms(medianOf(rounds, ([one]) => one!.p50Ms))}`,
        ratio: times(medianOf(rounds, ([one, report]) => report!.cpuMs / one!.cpuMs)),
        target: `≤ ${MAX_WARM_MS} ms, as the dashboard`,
        met: warmMs <= MAX_WARM_MS,
      },
    ]
  } finally {
    await product.stop()
  }
}

export const listRows: readonly Row[] = [
  ofCompany('memos', 'list of credit memos', 'credit-memos/?page=1&page_size=20'),
  ofCompany('audit', 'audit log', 'audit-log/?page=1&page_size=20'),
  { name: 'customer', run: ofOneCustomer },
  { name: 'report', run: sharedReport },
]
