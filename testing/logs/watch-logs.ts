import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { forgetSecrets, takeLeaks } from './watched-log.ts'

/** Fails a test when the server logged one of its secrets. */
const expectNoLeak = (): void => expect(takeLeaks(), 'secrets in the log').toEqual([])

beforeAll(forgetSecrets)
afterEach(expectNoLeak)
afterAll(expectNoLeak)
