import { type ComponentType, createElement, type ReactNode, use } from 'react'

const RETRIES = 5
const FIRST_DELAY_MS = 100

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Another address of the file that an import failed to fetch. Browsers remember that an address gave them no module, and
 * would answer for it without asking anybody. Null where the error names no file of ours, as in those that don't remember.
 */
export function anotherAddress(error: unknown, origin: string, attempt: number): string | null {
  const [file] = /https?:[^\s?]+/.exec(String(error)) ?? []
  return file?.startsWith(`${origin}/`) ? `${file}?again=${attempt}` : null
}

function importAgain<Module>(error: unknown): Promise<Module> | null {
  // Never the same twice, as an address that was given up stays so for as long as the page is open.
  const address = anotherAddress(error, globalThis.location?.origin, performance.now())
  return address === null ? null : import(/* @vite-ignore */ address)
}

/** Loads again after a failure: up to 5 times, after 100, 200, 400, 800 and 1600 ms; then the last error is thrown. */
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
  /** Fetches the screen ahead of its first showing, which then comes without a moment of nothing. */
  preload(): Promise<void>
}

/**
 * A screen fetched when it is first needed: `lazyWithRetry(() => import('./x.tsx'), 'InvoicesPage')`. React's own `lazy`
 * would show the fallback, for 300 ms at least, even when the screen is there already.
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
    // Who waits is told; whoever comes later has it fetched anew.
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
