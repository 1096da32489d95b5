import { z } from 'zod'
import type { CardTransaction, CheckTransaction } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { type Answer, refused, success } from '../wire/answers.ts'
import { date, integrator, type Route, route, transactionId } from '../wire/requests.ts'
import { maskOf } from './card-transactions.ts'

/** PayTrace writes times without their zone. */
const ZONE = 'America/Los_Angeles'
const TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE })

const timeText = (ms: number): string => TIME.format(ms).replace(',', '').replaceAll('\u202F', ' ')

const created = (world: World, ms: number) => ({
  through: 'API',
  at: timeText(ms),
  by: world.userName,
  from_ip: '127.0.0.1',
})

function stateOf(world: World, made: CardTransaction): string {
  if (!made.approved) return 'Declined'
  if (made.voided) return 'Voided'
  if (made.capturedMs === null) return 'Authorized'
  return world.isSettled(made) ? 'GB571' : 'Pending Settlement'
}

const cardText = (world: World, made: CardTransaction, showsBin = false) => ({
  transaction_id: made.id,
  credit_card: {
    masked_number: showsBin
      ? `${made.card.number.slice(0, 6)}******${made.card.number.slice(-4)}`
      : maskOf(made.card),
    expiration_month: Number(made.card.month),
    expiration_year: Number(made.card.year.slice(2)),
  },
  transaction_type: made.type,
  description: made.description,
  // A JSON number, as PayTrace writes it.
  amount: Number(made.amount),
  invoice_id: made.invoiceId,
  billing_address: { name: made.name },
  approval_code: made.approvalCode,
  approval_message: made.approvalMessage,
  avs_response: '',
  csc_response: made.wrongCode ? 'No Match' : 'Match',
  status_code: stateOf(world, made),
  status_message: stateOf(world, made),
  created: created(world, made.createdMs),
  settled: world.isSettled(made) ? timeText((made.capturedMs ?? 0) + 86_400_000) : '',
  customer_id: made.customerId,
  external_transaction_id: made.externalId,
})

const checkText = (world: World, made: CheckTransaction) => ({
  check_transaction_id: made.id,
  check_type: made.type,
  amount: Number(made.amount),
  masked_account_number: `xxxxx${made.bank.accountNumber.slice(-4)}`,
  invoice_id: made.invoiceId,
  description: made.description,
  status: world.checkStatus(made),
  status_message: world.checkStatus(made) === 'RETURNED' ? 'R02 - Account closed' : '',
  created: created(world, made.createdMs),
  updated: timeText(world.checkChangedMs(made)),
  customer_id: made.customerId,
  external_transaction_id: made.externalId,
})

/** Shows the first six digits of a card besides the last four. */
const bin = { include_bin: z.boolean().optional() }

const range = z.strictObject({
  ...integrator,
  start_date: date,
  end_date: date,
  including_text: z.string().min(1).optional(),
  ...bin,
})

/** 04/10/2015 → 2015-04-10 */
const isoOf = (text: string): string => `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`

function select<One extends { createdMs: number }>(
  all: Iterable<One>,
  body: z.output<typeof range>,
  write: (one: One) => object,
): object[] {
  const [from, to] = [isoOf(body.start_date), isoOf(body.end_date)]
  return [...all]
    .filter(({ createdMs }) => {
      const day = DAY.format(createdMs)
      return day >= from && day <= to
    })
    .map(write)
    .filter((one) => JSON.stringify(one).includes(body.including_text ?? ''))
}

const listed = (name: string, found: readonly object[]): Answer =>
  success(1, 'Your request has been successfully completed.', { [name]: found })

export const exportRoutes: Route[] = [
  route('/v1/transactions/export/by_date_range', range, ({ world, body }) =>
    listed(
      'transactions',
      select(world.cards.values(), body, (one) => cardText(world, one, body.include_bin)),
    ),
  ),
  route(
    '/v1/transactions/export/by_id',
    z.strictObject({ ...integrator, ...bin, transaction_id: transactionId }),
    ({ world, body }) => {
      const found = world.cards.get(body.transaction_id)
      return found
        ? listed('transactions', [cardText(world, found, body.include_bin)])
        : refused({ '788': ['Please provide a valid transaction ID.'] })
    },
  ),
  route('/v1/checks/export/by_date_range', range, ({ world, body }) =>
    listed(
      'check_transactions',
      select(world.checks.values(), body, (one) => checkText(world, one)),
    ),
  ),
  route(
    '/v1/checks/export/by_id',
    z.strictObject({ ...integrator, check_transaction_id: transactionId }),
    ({ world, body }) => {
      const found = world.checks.get(body.check_transaction_id)
      return found
        ? listed('check_transactions', [checkText(world, found)])
        : refused({ '788': ['Please provide a valid check transaction ID.'] })
    },
  ),
]
