import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anHttpCompany } from '../../testing/http-company.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

/**
 * More than the socket buffers hold, so the file is still being written when the reader has its first part.
 */
const ENTRIES = 12_000
const DETAIL_BYTES = 2_000

const test = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'long-log'))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await owner.query(
    `insert into audit_entries (account_id, id, at, actor_kind, actor_label, action, object_type, request_id, detail)
     select $1, gen_random_uuid(), date_trunc('second', now()) - interval '1 day', 'system', 'x', 'payments.post', 'payment', 'x',
       jsonb_build_object('note', repeat('x', $2)) from generate_series(1, $3)`,
    [company.accountId, DETAIL_BYTES, ENTRIES],
  )
  await test.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await owner?.end()
})

const startExport = async () => {
  const { port } = test.server.server.address() as AddressInfo
  const response = await fetch(
    `http://127.0.0.1:${port}/api/accounts/${company.accountId}/audit-log/export/`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${company.token}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      body: '{}',
    },
  )
  expect(response.status).toBe(200)
  return response.body!.getReader()
}

async function countRemainingBytes(reader: Awaited<ReturnType<typeof startExport>>): Promise<number> {
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
  return bytes
}

it('exports the whole audit log in one response', async () => {
  expect(await countRemainingBytes(await startExport())).toBeGreaterThan(ENTRIES * DETAIL_BYTES)
})

it('ends an export under way when the caller loses the right to the audit log', async () => {
  const reader = await startExport()
  await reader.read()
  await owner.query("update memberships set role = 'viewer' where account_id = $1", [company.accountId])
  await expect(countRemainingBytes(reader)).rejects.toThrow('terminated')
})
