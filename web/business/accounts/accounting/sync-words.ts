import type { SyncStatus } from './use-sync-status.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** How long ago something was, from seconds: 'just now', '1 minute ago', '3 days ago'. */
export function agoText(seconds: number): string {
  if (seconds < MINUTE_S) return 'just now'
  const [count, unit] =
    seconds < HOUR_S
      ? [Math.floor(seconds / MINUTE_S), 'minute']
      : seconds < DAY_S
        ? [Math.floor(seconds / HOUR_S), 'hour']
        : [Math.floor(seconds / DAY_S), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** One line about the platform: what is going on, or when it was read. */
export function syncText(status: SyncStatus): string {
  const { progress } = status
  if (!status.connected) return 'Not connected'
  if (status.sync_status === 'queued') return 'Sync queued'
  if (progress) {
    const of = progress.total === null ? '' : ` of ${progress.total.toLocaleString('en-US')}`
    return `Reading ${progress.phase}: ${progress.done.toLocaleString('en-US')}${of}`
  }
  if (status.sync_status === 'in_progress') return 'Syncing…'
  if (status.last_sync_delta === null) return 'Not synced yet'
  return `Synced ${agoText(status.last_sync_delta)}`
}
