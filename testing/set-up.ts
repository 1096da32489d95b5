import { afterAll, beforeAll } from 'vitest'

/**
 * Creates something for all tests of a file, before they start. The result is filled in by then: read it in tests
 * and hooks only. Call it at the top level of the file, after the set-ups that it needs.
 */
export function setUp<T extends object>(create: () => Promise<T>, close?: (made: T) => Promise<unknown>): T {
  const filled = {} as T
  let made: T | undefined
  beforeAll(async () => {
    made = await create()
    Object.assign(filled, made)
  })
  if (close) afterAll(() => made && close(made))
  return filled
}
