/** Keys of simulated processors that are connected by a form, by processor and field. */
export type SimulatedKeys = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Variable in which the launcher hands these keys to the product that it starts beside the simulators. Nobody sets it by hand. */
export const SIMULATED_KEYS = 'SIMULATED_PROCESSOR_KEYS'

/** Returns the keys; null where the product runs without simulators. */
export function readSimulatedKeys(env: NodeJS.ProcessEnv): SimulatedKeys | null {
  const text = env[SIMULATED_KEYS]
  return text === undefined ? null : (JSON.parse(text) as SimulatedKeys)
}
