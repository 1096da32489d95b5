import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { wait } from '../wait.ts'

const RETRIES = 5
const FIRST_DELAY_MS = 100

/**
 * Returns another address of the file that an import failed to fetch. Browsers cache the failure of an
 * address and would not request it again. Null when the error names no file of ours, as in browsers that
 * don't cache failures.
 */
export function anotherAddress(error: unknown, origin: string, attempt: number): string | null {
  const [file] = /https?:[^\s?]+/.exec(String(error)) ?? []
  return file?.startsWith(`${origin}/`) ? `${file}?again=${attempt}` : null
}

function importAgain<Module>(error: unknown): Promise<Module> | null {
  // Unique, because a failed address stays cached for as long as the page is open.
  const address = anotherAddress(error, globalThis.location?.origin, performance.now())
  return address === null ? null : import(/* @vite-ignore */ address)
}

/** Retries a failed load up to 5 times, after 100, 200, 400, 800 and 1600 ms; then throws the last error. */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<Module> {
  let failure: unknown
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (importAgain<Module>(failure) ?? load())
    } catch (error) {
      failure = error
      if (attempt >= RETRIES) throw error
      await pause(FIRST_DELAY_MS * 2 ** attempt)
    }
  }
}

type LazyScreen<Props> = ((props: Props) => ReactNode) & {
  /** Loads the screen before its first render, which then shows no fallback. */
  preload(): Promise<void>
}

/**
 * A screen loaded when first needed: `lazyWithRetry(() => import('./x.tsx'), 'InvoicesPage')`. React's own
 * `lazy` shows the fallback for at least 300 ms, even when the screen is already loaded.
 */
export function lazyWithRetry<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let screen: ComponentType<Props> | null = null
  let underWay: Promise<void> | null = null
  const preload = (): Promise<void> => {
    if (underWay) return underWay
    underWay = loadWithRetry(load).then((loaded) => {
      screen = loaded[name]
    })
    // Pending renders get the error; later ones load again.
    underWay.catch(() => setTimeout(() => (underWay = null), FIRST_DELAY_MS))
    return underWay
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once a screen, outside of components, as `lazy` is
  function Screen(props: Props): ReactNode {
    if (!screen) use(preload())
    return screen && createElement(screen, props)
  }
  return Object.assign(Screen, { preload })
}
