import { z } from 'zod'
import type { Choice, CompanyProfile, Connection, Outcome } from '../port.ts'
import type { ClioClient } from './client.ts'
import { malformed } from './failure.ts'
import { readFirm } from './oauth.ts'

const billing = z.object({ data: z.object({ currency: z.string().nullish() }) })

/** Reads the currency in which the firm bills; empty where Clio names none. */
export async function readCurrency(call: ClioClient, connection: Connection): Promise<Outcome<string>> {
  const answer = await call(connection, {
    method: 'GET',
    path: 'settings/billing.json',
    query: { fields: 'id,currency' },
  })
  if (!answer.ok) return answer
  const read = billing.safeParse(answer.value.value)
  return read.success ? { ok: true, value: read.data.data.currency ?? '' } : malformed
}

/** Reads the firm. Clio has no address of it by its API. */
export async function readCompany(
  call: ClioClient,
  connection: Connection,
): Promise<Outcome<CompanyProfile>> {
  const firm = await readFirm(call, connection)
  if (!firm.ok) return firm
  const currency = await readCurrency(call, connection)
  if (!currency.ok) return currency
  const { name, email, phone } = firm.value
  return {
    ok: true,
    value: {
      remoteId: connection.remoteId ?? '',
      name,
      email,
      phone,
      postalCode: '',
      country: '',
      currency: currency.value,
    },
  }
}

const accounts = z.object({
  data: z.array(z.object({ id: z.number().int(), name: z.string().nullish(), type: z.string().nullish() })),
})

/** Lists the operating accounts. Money for a bill never goes to a trust account. */
export async function readAccounts(
  call: ClioClient,
  connection: Connection,
): Promise<Outcome<readonly Choice[]>> {
  const answer = await call(connection, {
    method: 'GET',
    path: 'bank_accounts.json',
    query: { fields: 'id,name,type', limit: '200', order: 'id(asc)' },
  })
  if (!answer.ok) return answer
  const read = accounts.safeParse(answer.value.value)
  if (!read.success) return malformed
  const value = read.data.data
    .filter(({ type }) => type === 'Operating')
    .map(({ name, id }) => ({ id: name || String(id), name: name || String(id), detail: 'Operating' }))
  return { ok: true, value }
}
