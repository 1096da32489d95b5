const PRELOAD = `
  const offsets = OFFSETS
  let at = 0
  const now = () => RealDate.now() + offsets[at % offsets.length]
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  })
  process.on('SIGUSR2', () => (at += 1))`

/**
 * Returns the environment of a process whose clock differs from the machine's by the first of these numbers of ms, and by the
 * next one from each SIGUSR2 on.
 */
export const jumpingClock = (...offsetsMs: readonly number[]): NodeJS.ProcessEnv => {
  const text = PRELOAD.replace('OFFSETS', JSON.stringify(offsetsMs))
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(text)}` }
}
