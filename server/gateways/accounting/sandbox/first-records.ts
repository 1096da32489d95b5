import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Change } from './books.ts'
import { refOf } from './post-payment.ts'
import type { StoredCustomer, StoredInvoice } from './stored-records.ts'

const NAMES = [
  'Aldgate Interiors',
  'Birchwood Clinic',
  'Cedar Ridge Farms',
  'Delmar Catering',
  'Eastlake School District',
  'Fenwick Logistics',
  'Garnet Hotel Group',
  'Harrow & Lane Architects',
  'Ivory Coast Imports',
  'Juniper Dental',
  'Kestrel Aviation',
  'Lowell Print Works',
  'Marston Brewing',
  'Northgate Property',
  'Oakfield Veterinary',
  'Pinecrest Builders',
  'Quarry Street Studio',
  'Redfern Marine',
  'Silverline Transit',
  'Tamarack Foods',
  'Upland Nurseries',
  'Vesper Security',
  'Westbrook Dairy',
  'Yarrow Textiles',
  'Zephyr Cooling',
] as const
const CITIES = [
  ['Portland', 'OR', '97205'],
  ['Tacoma', 'WA', '98402'],
  ['Boise', 'ID', '83702'],
  ['Eugene', 'OR', '97401'],
] as const
const GOODS = ['Consulting', 'Monthly service', 'Installation', 'Spare parts', 'Site visit'] as const
/** Days before today on which the invoices of a customer are due, so that every age occurs. */
const DUE_DAYS_AGO = [-20, -5, 12, 41, 73, 118] as const
const INVOICES = 120
const MEMOS = 6
/** The second of these two belongs to the first. */
const PARENT = 6
const CHILD = 18

/** Returns the records of new books: 25 customers, 120 invoices of every age and 6 credit memos. */
export function firstRecords(today: CalendarDate, currency: string): { records: Change[]; made: number } {
  const customers = NAMES.map(
    (name, at): Change<'customer'> => ({
      kind: 'customer',
      ref: refOf(at + 1),
      record: customerNamed(name, at, currency),
    }),
  )
  const invoices = Array.from(
    { length: INVOICES },
    (_, at): Change<'invoice'> => ({
      kind: 'invoice',
      ref: refOf(NAMES.length + at + 1),
      record: invoiceAt(at, today, currency),
    }),
  )
  const memos = Array.from({ length: MEMOS }, (_, at): Change<'credit_memo'> => {
    const total = `${4000 + at * 1250}`
    return {
      kind: 'credit_memo',
      ref: refOf(NAMES.length + INVOICES + at + 1),
      record: {
        number: `CM-${301 + at}`,
        customer: refOf(at * 3 + 1),
        currency,
        issuedOn: addDays(today, -10 - at),
        reason: 'Returned goods',
        total,
        balance: total,
        isVoid: false,
      },
    }
  })
  return { records: [...customers, ...invoices, ...memos], made: NAMES.length + INVOICES + MEMOS }
}

function customerNamed(name: string, at: number, currency: string): StoredCustomer {
  const [city, state, postalCode] = CITIES[at % CITIES.length]!
  const label = name.toLowerCase().replace(/[^a-z]+/g, '-')
  return {
    name,
    companyName: name,
    email: `accounts@${label}.test`,
    phone: `503-555-0${100 + at}`,
    addressline1: `${12 + at * 7} Main Street`,
    city,
    state,
    postalCode,
    currency,
    parent: at === CHILD ? refOf(PARENT + 1) : null,
    isActive: true,
    mergedInto: null,
  }
}

function invoiceAt(at: number, today: CalendarDate, currency: string): StoredInvoice {
  const dueOn = addDays(today, -(DUE_DAYS_AGO[at % DUE_DAYS_AGO.length]! + (at % 4)))
  const quantity = BigInt((at % 3) + 1)
  const unit = BigInt(4500 + (at % 17) * 1735)
  const net = quantity * unit
  // Every third invoice is taxed by 8 %, rounded half up to the cent.
  const tax = at % 3 === 0 ? (net * 8n + 50n) / 100n : 0n
  const total = net + tax
  return newInvoice({
    number: `${1001 + at}`,
    customer: refOf((at % NAMES.length) + 1),
    currency,
    issuedOn: addDays(dueOn, -30),
    dueOn,
    line: { description: GOODS[at % GOODS.length]!, quantity, unit, net, tax },
    // Every fourth is paid, and every tenth of the others half.
    balance: at % 4 === 3 ? 0n : at % 10 === 0 ? total - total / 2n : total,
  })
}

/** An invoice with one line. */
export const newInvoice = (given: {
  number: string
  customer: string
  currency: string
  issuedOn: CalendarDate
  dueOn: CalendarDate
  line: { description: string; quantity: bigint; unit: bigint; net: bigint; tax: bigint }
  balance: bigint
}): StoredInvoice => {
  const { line } = given
  return {
    number: given.number,
    customer: given.customer,
    currency: given.currency,
    issuedOn: given.issuedOn,
    dueOn: given.dueOn,
    notes: '',
    lines: [
      {
        description: line.description,
        quantity: (line.quantity * 10_000n).toString(),
        unitPrice: line.unit.toString(),
        net: line.net.toString(),
        tax: line.tax.toString(),
        taxName: line.tax > 0n ? 'Sales tax' : '',
      },
    ],
    total: (line.net + line.tax).toString(),
    tax: line.tax.toString(),
    balance: given.balance.toString(),
    isVoid: false,
  }
}
