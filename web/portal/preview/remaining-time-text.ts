/** Remaining time of a preview: in minutes, rounded up, and in seconds during the last one. */
export function remainingTimeText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  if (seconds < 60) return `Ends in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Ends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
