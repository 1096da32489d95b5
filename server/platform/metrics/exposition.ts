import type { App } from '../context.ts'
import type { Exposition } from './counters.ts'
import { watchDatabase } from './database-figures.ts'

/** Reads every metric, including the database's figures. Never throws when the database is unavailable. */
export function exposeMetrics(app: App): () => Promise<Exposition> {
  const { registry, poolConnections } = app.metrics
  const refresh = watchDatabase(app)
  return async () => {
    await refresh()
    const { total, idle, waiting } = app.pool()
    poolConnections.set({ state: 'busy' }, total - idle)
    poolConnections.set({ state: 'idle' }, idle)
    poolConnections.set({ state: 'waiting' }, waiting)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}
