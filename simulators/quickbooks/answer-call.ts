import { answerQuery } from './answer-query.ts'
import { type Books, type Entity, Fault } from './books.ts'

export interface Call {
  readonly method: string
  /** Below /v3/company/<realm>. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
}

const ENTITY_OF: Readonly<Record<string, Entity>> = {
  customer: 'Customer',
  invoice: 'Invoice',
  creditmemo: 'CreditMemo',
  payment: 'Payment',
  salesreceipt: 'SalesReceipt',
}

/** Returns the entity of a path such as 'invoice/5'. */
export const entityOf = (path: string): Entity | undefined => ENTITY_OF[path.split('/')[0] ?? '']

/** Answers one call of the API. Throws a Fault for a refusal. */
export function answerCall(books: Books, { method, path, query, body }: Call): object {
  const [resource = '', id] = path.split('/')
  if (method === 'GET') {
    if (resource === 'query') return answerQuery(books, query.get('query') ?? '')
    if (resource === 'cdc') return changes(books, query)
    if (resource === 'preferences')
      return { Preferences: { CurrencyPrefs: { HomeCurrency: { value: 'USD' } } } }
    if (resource === 'companyinfo') return { CompanyInfo: companyOf(books) }
    const entity = ENTITY_OF[resource]
    if (entity && id) return { [entity]: books.find(entity, id) }
  }
  if (method === 'POST' && resource === 'payment') return { Payment: post(books, 'Payment', query, body) }
  if (method === 'POST' && resource === 'salesreceipt')
    return { SalesReceipt: post(books, 'SalesReceipt', query, body) }
  if (method === 'POST' && resource === 'invoice' && query.get('operation') === 'update')
    return { Invoice: books.rewriteInvoice(body) }
  throw new Fault('4001', `Unsupported operation: ${method} ${path}`)
}

function post(
  books: Books,
  entity: 'Payment' | 'SalesReceipt',
  query: URLSearchParams,
  body: Record<string, unknown>,
): object {
  if (query.get('operation') === 'delete') {
    const id = String(body.Id)
    books.deleteMade(entity, id, String(body.SyncToken))
    return { Id: id, status: 'Deleted', domain: 'QBO' }
  }
  const requestId = query.get('requestid')
  if (!requestId) throw new Fault('2010', 'A request id is needed')
  return entity === 'Payment' ? books.pay(requestId, body) : books.sell(requestId, body)
}

function changes(books: Books, query: URLSearchParams): object {
  const since = query.get('changedSince') ?? ''
  const entities = (query.get('entities') ?? '').split(',') as Entity[]
  return {
    CDCResponse: [
      { QueryResponse: entities.map((entity) => ({ [entity]: books.changedSince(entity, since) })) },
    ],
  }
}

const companyOf = ({ name }: Books) => ({
  CompanyName: name,
  Email: { Address: 'books@company.test' },
  PrimaryPhone: { FreeFormNumber: '503 555 0100' },
  CompanyAddr: { PostalCode: '97205' },
  Country: 'US',
})
