import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Route } from '../../contract/route.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { forgetLimits } from './forget-limits.ts'
import { openSweep, type Sweep } from './sweep.ts'

/**
 * Opens a sweep for the tests of a file and closes it afterwards; with `routes` for calls of these routes. Rate limits are reset
 * before each test.
 */
export function withSweep(opened: (sweep: Sweep, test: TestServer) => void, routes?: readonly Route[]): void {
  let test: TestServer
  let sweep: Sweep
  beforeAll(async () => {
    test = await createTestServer()
    sweep = await openSweep(test, routes)
    opened(sweep, test)
  })
  afterAll(async () => {
    await sweep?.inspector.close()
    await test?.close()
  })
  beforeEach(async () => {
    await forgetLimits(sweep.inspector)
  })
}
