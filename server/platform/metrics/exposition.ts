import type { App } from '../context.ts'
import { watchDatabase } from './database-figures.ts'

/** What a scraper of Prometheus reads. */
export interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** Reads everything that is counted and measured, the database's figures among it. Never throws for a database that is away. */
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
