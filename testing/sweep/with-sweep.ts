import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestServer, type TestServer } from '../test-server.ts'
import { openSweep, type Sweep } from './sweep.ts'

/** Opens a sweep for the tests of a file and closes it after them; what one test called is not counted in the next. */
export function withSweep(opened: (sweep: Sweep, test: TestServer) => void): void {
  let test: TestServer
  let sweep: Sweep
  beforeAll(async () => {
    test = await createTestServer()
    sweep = await openSweep(test)
    opened(sweep, test)
  })
  afterAll(async () => {
    await sweep?.eye.close()
    await test?.close()
  })
  beforeEach(async () => {
    await sweep.eye.rows('delete from throttle_counters')
  })
}
