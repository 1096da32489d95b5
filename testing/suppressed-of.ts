import type { App } from '../server/platform/context.ts'

/** How many repeated requests of a kind this process has counted so far. */
export async function suppressedOf(app: App, kind: string): Promise<number> {
  const { values } = await app.metrics.duplicatesSuppressed.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}
