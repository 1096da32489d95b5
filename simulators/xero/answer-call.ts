import { type Books, ID_OF, msOf, Refusal, type Resource, type Wire } from './books.ts'
import {
  allocate,
  type Credit,
  changeInvoice,
  deleteBatch,
  deletePayment,
  pay,
  payBatch,
  removeAllocation,
  saveTransaction,
} from './write-records.ts'

export interface Call {
  readonly method: string
  /** Below /api.xro/2.0, without a slash. */
  readonly path: string
  readonly query: URLSearchParams
  /** Epoch ms of If-Modified-Since. */
  readonly sinceMs: number | null
  readonly body: Record<string, unknown>
}

const EQUALS = /^(?<field>\w+)==(?:"(?<text>[^"]*)"|DateTime\((?<year>\d+),(?<month>\d+),(?<day>\d+)\))$/

/** Answers one call of the accounting API. Throws a Refusal. */
export function answerCall(books: Books, call: Call): object {
  const [resource = '', id, part, partId] = call.path.split('/')
  if (resource === 'Organisation') return { Organisations: [organisationOf(books)] }
  if (!(resource in ID_OF)) throw new Refusal(404, `Unknown: ${call.path}`)
  const name = resource as Resource
  if (call.method === 'GET') return id ? { [name]: [books.find(name, id)] } : list(books, name, call)
  const given = (call.body[part ?? name] ?? []) as Record<string, unknown>[]
  switch (`${call.method} ${name}${id ? ' id' : ''}${part ? ` ${part}` : ''}`) {
    case 'PUT Payments':
      return { Payments: given.map((one) => pay(books, one as never)) }
    case 'POST Payments id':
      return { Payments: [deletePayment(books, id!)] }
    case 'PUT BatchPayments':
      return { BatchPayments: given.map((one) => payBatch(books, one as never)) }
    case 'POST BatchPayments id':
      return { BatchPayments: [deleteBatch(books, id!)] }
    case 'PUT CreditNotes id Allocations':
    case 'PUT Prepayments id Allocations':
    case 'PUT Overpayments id Allocations':
      return { Allocations: given.map((one) => allocate(books, name as Credit, id!, one as never)) }
    case 'DELETE CreditNotes id Allocations':
    case 'DELETE Prepayments id Allocations':
    case 'DELETE Overpayments id Allocations':
      return removeAllocation(books, name as Credit, id!, partId ?? '')
    case 'PUT BankTransactions':
    case 'POST BankTransactions id':
      return { BankTransactions: given.map((one) => saveTransaction(books, one)) }
    case 'POST Invoices id':
      return { Invoices: given.map((one) => changeInvoice(books, id!, one)) }
    default:
      throw new Refusal(404, `Unknown: ${call.method} ${call.path}`)
  }
}

function list(books: Books, name: Resource, { query, sinceMs }: Call): object {
  const ids = query.get('IDs')?.split(',')
  const statuses = query.get('Statuses')?.split(',')
  const rows = books
    .list(name)
    .filter((row) => sinceMs === null || msOf(row.UpdatedDateUTC) > sinceMs)
    .filter((row) => !ids || ids.includes(String(row[ID_OF[name]])))
    .filter((row) => !statuses || statuses.includes(String(row.Status)))
    .filter((row) => name !== 'Contacts' || query.get('includeArchived') === 'true' || isActive(row))
    .filter((row) => matches(row, query.get('where')))
    .toSorted((one, other) => (String(one[ID_OF[name]]) < String(other[ID_OF[name]]) ? -1 : 1))
  if (!query.has('page')) return { [name]: rows }
  const [page, size] = [Number(query.get('page')), Number(query.get('pageSize') ?? '100')] // not money: a page
  if (size > 1000) throw new Refusal(400, 'Page size must be at most 1000')
  return {
    pagination: { page, pageSize: size, pageCount: Math.ceil(rows.length / size), itemCount: rows.length },
    [name]: rows.slice((page - 1) * size, page * size),
  }
}

const isActive = ({ ContactStatus }: Wire): boolean => ContactStatus === 'ACTIVE'

/** Answers the part of the filter language that clients of the simulator use. Refuses any other text. */
function matches(row: Wire, where: string | null): boolean {
  return (where ?? '')
    .split(' AND ')
    .filter(Boolean)
    .every((condition) => {
      const groups = EQUALS.exec(condition)?.groups
      if (!groups) throw new Refusal(400, `Can’t parse ${condition}`)
      const { field = '', text, year, month, day } = groups
      if (text !== undefined) return row[field] === text
      return msOf(row[field]) === Date.UTC(Number(year), Number(month) - 1, Number(day)) // not money: a day
    })
}

const organisationOf = ({ tenantId, name }: Books) => ({
  OrganisationID: tenantId,
  Name: name,
  BaseCurrency: 'USD',
  CountryCode: 'US',
  Addresses: [{ AddressType: 'POBOX', PostalCode: '97205' }],
  Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: '555 0100', PhoneAreaCode: '503', PhoneCountryCode: '1' }],
})
