import { afterAll, expect } from 'vitest'
import { verifyInvoiceCounters } from '../server/rooms/invoices/index.ts'
import { verifyLedger } from '../server/rooms/ledger/index.ts'
import { setUp } from './set-up.ts'
import { setUpTestApp } from './test-app.ts'

/** Gives a test file an account. Its ledger and invoice counters must be sound after all tests. */
export function setUpBooks() {
  const test = setUpTestApp()
  const tenant = setUp(() => test.tenant())
  afterAll(async () => {
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect(await tenant.run(verifyInvoiceCounters)).toEqual([])
  })
  return { test, tenant }
}
