import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { forgetSecrets, takeLeaks } from './watched-log.ts'

/** For every test of a server: none of its secrets stood in what the server said meanwhile. */
const expectNoLeak = (): void => expect(takeLeaks(), 'secrets in the log').toEqual([])

beforeAll(forgetSecrets)
afterEach(expectNoLeak)
afterAll(expectNoLeak)
