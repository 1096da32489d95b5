import type { App } from '../server/platform/context.ts'

/** Reads how many duplicate requests of a kind this process has suppressed. */
export async function countSuppressedDuplicates(app: App, kind: string): Promise<number> {
  const { values } = await app.metrics.duplicatesSuppressed.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}
