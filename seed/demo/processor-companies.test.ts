import { expect, it } from 'vitest'
import { createProcessors } from '../../server/main/processors.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { lawPayEnvironment, startLawPaySimulator } from '../../simulators/lawpay/index.ts'
import { startPayTraceSimulator } from '../../simulators/paytrace/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { payTraceKeys } from '../../testing/processors/paytrace-company.ts'
import { setUp } from '../../testing/set-up.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { openDemoCompany } from './demo-company.ts'
import { openProcessorCompanies } from './processor-companies.ts'

const payTrace = setUp(
  () => startPayTraceSimulator(),
  (made) => made.close(),
)
const lawPay = setUp(
  () => startLawPaySimulator(),
  (made) => made.close(),
)
const intuit = setUp(
  () => startQuickBooksSimulator(),
  (made) => made.close(),
)
const test = setUp(
  () =>
    createTestApp({
      processors: createProcessors,
      env: { PAYTRACE_API_URL: payTrace.origin, ...lawPayEnvironment(lawPay), ...intuit.env },
    }),
  (made) => made.close(),
)
const open = () => openProcessorCompanies(test.app, { paytrace: payTraceKeys(payTrace) })
const endings = (lines: readonly string[]) =>
  lines.slice(1).map((line) => line.replace(/^ +(\S.*?) +http\S+ +/, '$1: '))

it('opens a company for each simulated processor, and connects those again that were forgotten', async () => {
  expect(await open(), 'without the demo company there is nobody to own them').toEqual([])
  const actor = { kind: 'system', job: 'test' } as const
  await inTransaction(test.app, { requestId: 'test', ip: null }, actor, openDemoCompany)
  const connected = ['PayTrace: connected', 'LawPay: connected', 'QuickBooks Payments: connected']
  expect(endings(await open())).toEqual(connected)
  expect(endings(await open())).toEqual(connected)
  // Intuit forgets all access, as a restarted simulator does.
  intuit.revokeAccess()
  expect(endings(await open())).toEqual(connected)
  expect(intuit.violations).toEqual([])
})
