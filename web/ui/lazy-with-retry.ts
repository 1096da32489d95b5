import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const RETRIES = 5
const FIRST_DELAY_MS = 100

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads again after a failure: up to 5 times, after 100, 200, 400, 800 and 1600 ms; then the last error is thrown. */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (attempt >= RETRIES) throw error
      await pause(FIRST_DELAY_MS * 2 ** attempt)
    }
  }
}

/** A screen fetched when it is first needed: `lazyWithRetry(() => import('./x.tsx'), 'InvoicesPage')`. */
export function lazyWithRetry<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadWithRetry(load))[name] }))
}
